package main

// #include "apportion.h"
import "C"

// codeNames has what follows APPORTION_E_ in the header, by code.
var codeNames = map[C.int32_t]string{
	C.APPORTION_OK: "OK",

	C.APPORTION_E_NULL:        "NULL",
	C.APPORTION_E_ALIGN:       "ALIGN",
	C.APPORTION_E_COUNT:       "COUNT",
	C.APPORTION_E_STRUCT_SIZE: "STRUCT_SIZE",
	C.APPORTION_E_RESERVED:    "RESERVED",
	C.APPORTION_E_TOO_SMALL:   "TOO_SMALL",

	C.APPORTION_E_HANDLE:  "HANDLE",
	C.APPORTION_E_BUSY:    "BUSY",
	C.APPORTION_E_VERSION: "VERSION",

	C.APPORTION_E_PANIC:   "PANIC",
	C.APPORTION_E_PARTIAL: "PARTIAL",

	C.APPORTION_E_INVALID: "INVALID",
	C.APPORTION_E_NAME:    "NAME",
	C.APPORTION_E_AMOUNT:  "AMOUNT",

	C.APPORTION_E_UNKNOWN_AGENT:     "UNKNOWN_AGENT",
	C.APPORTION_E_UNKNOWN_FRAMEWORK: "UNKNOWN_FRAMEWORK",
	C.APPORTION_E_UNKNOWN_ROLE:      "UNKNOWN_ROLE",
	C.APPORTION_E_UNKNOWN_KIND:      "UNKNOWN_KIND",
	C.APPORTION_E_STALE:             "STALE",
	C.APPORTION_E_UNKNOWN_ITEM:      "UNKNOWN_ITEM",

	C.APPORTION_E_EXISTS:         "EXISTS",
	C.APPORTION_E_NOT_SUBSCRIBED: "NOT_SUBSCRIBED",
	C.APPORTION_E_STATE:          "STATE",

	C.APPORTION_E_NOT_ALLOCATED: "NOT_ALLOCATED",
	C.APPORTION_E_NOT_AVAILABLE: "NOT_AVAILABLE",
	C.APPORTION_E_CONVERSION:    "CONVERSION",

	C.APPORTION_E_LIMIT: "LIMIT",
}

//export apportion_code_name
func apportion_code_name(code C.int32_t, text *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enterProcess(func() error {
		name, ok := codeNames[code]
		if !ok {
			return fail(C.APPORTION_E_INVALID, "code %d: there is none", int32(code))
		}
		return writeText(text, capacity, size, name)
	})
}
