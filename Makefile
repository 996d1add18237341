# make        builds the C library, build/libapportion.so
# make clean  removes what was built

GO    ?= go
BUILD ?= build
TAGS  ?=

# Only what capi/export.map names is visible. The number in the soname changes
# when programs have to be built anew.
SONAME      := libapportion.so.0
EXPORT_MAP  := $(abspath capi/export.map)
LIB_EXTLD   := -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORT_MAP) -Wl,--no-undefined
# Some languages point empty arrays at small numbers. The runtime would end the
# process if it met one on a stack that it moves: invalidptr=0.
LIB_LDFLAGS := -s -w -X=runtime.godebugDefault=invalidptr=0 -extldflags "$(LIB_EXTLD)"

.PHONY: all lib clean

all: lib

# The header that cgo writes serves a test only: include/apportion.h is the
# contract.
lib:
	$(GO) build -trimpath -buildmode=c-shared -tags='$(TAGS)' -ldflags='$(LIB_LDFLAGS)' -o $(BUILD)/libapportion.so ./capi
	mv $(BUILD)/libapportion.h $(BUILD)/cgo_exports.h
	ln -sf libapportion.so $(BUILD)/$(SONAME)

clean:
	rm -rf $(BUILD)
