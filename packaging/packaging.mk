# make dist       build/apportion-VERSION.tar.gz: the sources of HEAD, which build without git
# make packages   build/packages/*.deb, for Debian 12, of these sources; ARCH=arm64 for the other
#                 processor. Needs debhelper and dh-python; for arm64 gcc-aarch64-linux-gnu and
#                 libc6:arm64. MESOS_PREFIX=: the module for the Clusterd that is there, too
# make packages-test         as root, with debootstrap: in a bare Debian these packages install,
#                            upgrade, work and go
# make packages-test-arm64   with qemu-user, g++-aarch64-linux-gnu and libstdc++6:arm64: those for
#                            arm64 do what these do
# make sbom       build/apportion.cdx.json: the modules that the tool has in it (CycloneDX)
# make release    says what a release of VERSION lacks, or how to set its tag

ARCH    ?= $(shell dpkg --print-architecture)
ARCHIVE := $(BUILD)/apportion-$(VERSION).tar.gz

# It is run, and not one of go.mod's tools: it would bring a hundred modules.
CYCLONEDX := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0

.PHONY: dist packages packages-test packages-test-arm64 sbom release

dist:
	@mkdir -p $(BUILD)
	git archive --format=tar --prefix=apportion-$(VERSION)/ HEAD | gzip -n9 > $(ARCHIVE)

packages: dist
	MESOS_PREFIX='$(MESOS_PREFIX)' packaging/build-packages $(ARCHIVE) $(BUILD)/packages $(ARCH)

packages-test: packages
	packaging/test-packages $(ARCHIVE) $(BUILD)/packages

packages-test-arm64: packages
	packaging/build-packages $(ARCHIVE) $(BUILD)/packages arm64
	packaging/test-arm64-packages $(BUILD)/packages

sbom: tool
	$(GO) run $(CYCLONEDX) bin -json -licenses -version v$(VERSION) -output $(BUILD)/apportion.cdx.json $(BUILD)/apportion

release:
	@packaging/check-release $(VERSION)
