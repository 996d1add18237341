package main

import "C"

import (
	"errors"

	"github.com/apportion/apportion/core/alloc"
)

//export apportion_code_name
func apportion_code_name(code int32_t, text *char, capacity size_t, size *size_t) int32_t {
	return enterProcess(func() error {
		name, ok := codeNames[code]
		if !ok {
			return fail(APPORTION_E_INVALID, "code %d: there is none", int32(code))
		}
		return writeText(text, capacity, size, name)
	})
}

// codeOf returns the code of an error. All errors of the core have one.
func codeOf(err error) int32_t {
	if err == nil {
		return APPORTION_OK
	}
	var e *alloc.Error
	if !errors.As(err, &e) {
		panic(err)
	}
	if e.Code == APPORTION_E_UNKNOWN_KIND && planted(bugCode) {
		return int32_t(e.Code) - 1000
	}
	return int32_t(e.Code)
}
