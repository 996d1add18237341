package main

// #include "apportion.h"
import "C"

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/apportion/apportion/core"
)

// maxErrorText bounds what is kept of a text, since it may quote any name that
// a caller passed.
const maxErrorText = 4096

// errTooSmall is an error like others, but without a text: asking for a size
// must not hide what went wrong before.
var errTooSmall = fail(C.APPORTION_E_TOO_SMALL, "")

// errorText is the text of the last error.
type errorText struct{ text []byte }

// keep returns the code of err and keeps its text.
func (t *errorText) keep(err error) C.int32_t {
	if err == nil {
		return C.APPORTION_OK
	}
	if err != error(errTooSmall) {
		t.text = append(t.text[:0], clip(err.Error())...)
	}
	return codeOf(err)
}

// codeOf returns the code of an error. All errors of the core have one.
func codeOf(err error) C.int32_t {
	if err == nil {
		return C.APPORTION_OK
	}
	var e *core.Error
	if !errors.As(err, &e) {
		panic(err)
	}
	return C.int32_t(e.Code)
}

// clip makes a text valid UTF-8 of bounded length.
func clip(s string) string {
	if len(s) > maxErrorText {
		n := maxErrorText
		for n > maxErrorText-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	// The empty replacement cannot make it longer than it was.
	return strings.ToValidUTF8(s, "?")
}

// process keeps the text of errors of calls without a valid instance.
var process processText

type processText struct {
	mu sync.Mutex
	errorText
}

func (t *processText) keep(err error) C.int32_t {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.errorText.keep(err)
}

//export apportion_last_error
func apportion_last_error(handle C.apportion_instance, text *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	if handle == 0 {
		process.mu.Lock()
		defer process.mu.Unlock()
		return codeOf(writeText(text, capacity, size, process.text))
	}
	var err error
	code := enterPoisoned(handle, func(in *instance) error {
		// Its own failures leave the text alone.
		err = writeText(text, capacity, size, in.text.text)
		return nil
	})
	if code != C.APPORTION_OK {
		return code
	}
	return codeOf(err)
}
