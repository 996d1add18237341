# make tool       builds the command-line tool, build/apportion
# make install    into PREFIX (/usr/local), below DESTDIR if that is set: the
#                 library, its two headers, apportion.pc, the Python package, the
#                 command-line tool with its manual page and its completions for bash,
#                 zsh and fish, abi.md, the pages that apportion.h refers to and the programs of
#                 examples/. LIBDIR= names the library's folder where it is not PREFIX/lib,
#                 as with Debian's lib/x86_64-linux-gnu; PYTHONDIR= one where Python looks.
# make uninstall  removes what make install with the same settings has put there
# make wheel      build/apportion-VERSION-....whl: the Python package with the library, for
#                 pip; it needs no network
# make bindings   writes anew what follows from include/apportion.h: lists and checks of
#                 the ABI, the generated part of the Python package
# make abi        capi/abi.xml, the description of the ABI that abidiff holds
#                 include/apportion.h to; CONTRIBUTING.md says when
# make docs       build/abi.md: what the comments of include/apportion.h say, as a page

LIBRARY_FILE := libapportion.so.$(VERSION)

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
BINDIR     ?= $(PREFIX)/bin
INCLUDEDIR ?= $(PREFIX)/include
DOCDIR     ?= $(PREFIX)/share/doc/apportion
PYTHONDIR  ?= $(PREFIX)/lib/python3/dist-packages
MANDIR     ?= $(PREFIX)/share/man
COMPLETIONS := bash-completion/completions/apportion zsh/site-functions/_apportion fish/vendor_completions.d/apportion.fish
PACKAGE     := $(wildcard python/apportion/*.py) python/apportion/py.typed
EXAMPLES    := $(wildcard examples/*.c examples/*.cpp examples/*.py examples/*.history)
# The pages that the header refers to.
PAGES       := $(sort $(shell grep -oh 'docs/[a-z]*\.md' include/apportion.h))
DESTDIR    ?=
# For another processor HOST_GO is Go for this one, and RUN_TOOL a tool that runs here.
HOST_GO    ?= $(GO)
RUN_TOOL   ?= $(BUILD)/apportion
INSTALL    ?= install

.PHONY: tool install uninstall wheel bindings abi docs

tool: $(BUILD)/apportion

$(BUILD)/apportion: $(BUILD)/settings $(GO_SOURCES) Makefile
	$(GO) build $(BUILD_FLAGS) -ldflags='$(BUILD_LDFLAGS)' -o $@ ./cmd/apportion

install: lib tool docs
	$(INSTALL) -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(INCLUDEDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' \
	  '$(DESTDIR)$(DOCDIR)' '$(DESTDIR)$(PYTHONDIR)/apportion'
	$(INSTALL) -m 644 include/apportion.h include/apportion.hpp '$(DESTDIR)$(INCLUDEDIR)'
	$(INSTALL) -m 755 $(BUILD)/libapportion.so '$(DESTDIR)$(LIBDIR)/$(LIBRARY_FILE)'
	ln -sf $(LIBRARY_FILE) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libapportion.so'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	  -e 's|@VERSION@|$(VERSION)|' capi/apportion.pc.in > '$(DESTDIR)$(LIBDIR)/pkgconfig/apportion.pc'
	chmod 644 '$(DESTDIR)$(LIBDIR)/pkgconfig/apportion.pc'
	$(INSTALL) -m 755 $(BUILD)/apportion '$(DESTDIR)$(BINDIR)'
	$(INSTALL) -d '$(DESTDIR)$(MANDIR)/man1'
	$(RUN_TOOL) man > '$(DESTDIR)$(MANDIR)/man1/apportion.1'
	chmod 644 '$(DESTDIR)$(MANDIR)/man1/apportion.1'
	@set -e; for file in $(COMPLETIONS); do \
	  path='$(DESTDIR)$(PREFIX)'/share/$$file; shell=$${file%%/*}; \
	  $(INSTALL) -d "$${path%/*}"; \
	  $(RUN_TOOL) completion $${shell%-completion} > "$$path"; chmod 644 "$$path"; \
	done
	$(INSTALL) -m 644 $(BUILD)/abi.md $(PAGES) '$(DESTDIR)$(DOCDIR)'
	$(INSTALL) -d '$(DESTDIR)$(DOCDIR)/examples'
	$(INSTALL) -m 644 $(EXAMPLES) '$(DESTDIR)$(DOCDIR)/examples'
	$(INSTALL) -m 644 $(PACKAGE) '$(DESTDIR)$(PYTHONDIR)/apportion'

uninstall:
	rm -f '$(DESTDIR)$(INCLUDEDIR)/apportion.h' '$(DESTDIR)$(INCLUDEDIR)/apportion.hpp' \
	  '$(DESTDIR)$(LIBDIR)/libapportion.so' '$(DESTDIR)$(LIBDIR)/$(SONAME)' '$(DESTDIR)$(LIBDIR)/$(LIBRARY_FILE)' \
	  '$(DESTDIR)$(LIBDIR)/pkgconfig/apportion.pc' '$(DESTDIR)$(BINDIR)/apportion' '$(DESTDIR)$(MANDIR)/man1/apportion.1' '$(DESTDIR)$(DOCDIR)/abi.md' \
	  $(PAGES:docs/%='$(DESTDIR)$(DOCDIR)/%') \
	  $(PACKAGE:python/%='$(DESTDIR)$(PYTHONDIR)/%') $(COMPLETIONS:%='$(DESTDIR)$(PREFIX)/share/%') \
	  $(EXAMPLES:%='$(DESTDIR)$(DOCDIR)/%')
	-rmdir '$(DESTDIR)$(PYTHONDIR)/apportion' 2>/dev/null
	-rmdir '$(DESTDIR)$(DOCDIR)/examples' 2>/dev/null
	-rmdir '$(DESTDIR)$(DOCDIR)' 2>/dev/null

wheel: lib
	python3 python/wheel_backend.py $(BUILD)/libapportion.so $(BUILD)

bindings:
	$(GO) run ./capi/tools/bindgen .

abi:
	@mkdir -p $(BUILD)
	capi/abi.sh include/apportion.h > $(BUILD)/abi.xml
	cp $(BUILD)/abi.xml capi/abi.xml

docs: $(BUILD)/abi.md

$(BUILD)/abi.md: include/apportion.h $(wildcard capi/tools/bindgen/*.go)
	@mkdir -p $(BUILD)
	$(HOST_GO) run ./capi/tools/bindgen -page . > $@

include capi/fuzz/fuzz.mk
