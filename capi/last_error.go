package main

import "C"

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// maxErrorText bounds what is kept of a text, since it may quote any name that
// a caller passed.
const maxErrorText = APPORTION_MAX_ERROR

// errTooSmall is an error like others, but without a text: asking for a size
// must not hide what went wrong before.
var errTooSmall = fail(APPORTION_E_TOO_SMALL, "")

// errorText is the text of the last error: of an instance, whose readers may
// panic at any time, or of the process.
type errorText struct {
	mu   sync.Mutex
	text []byte
}

// keep returns the code of err and keeps its text.
func (t *errorText) keep(err error) int32_t {
	if err != nil && err != error(errTooSmall) {
		text := clip(err.Error())
		t.mu.Lock()
		defer t.mu.Unlock()
		t.text = append(t.text[:0], text...)
	}
	return codeOf(err)
}

// write writes the text for a caller.
func (t *errorText) write(text *char, capacity size_t, size *size_t) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return writeText(text, capacity, size, t.text)
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

// process has the text of errors of calls without a valid instance.
var process errorText

//export apportion_last_error
func apportion_last_error(handle apportion_instance, text *char, capacity size_t, size *size_t) int32_t {
	var err error
	// Its own failures leave the text alone.
	tell := func(of *errorText) error {
		err = of.write(text, capacity, size)
		return nil
	}
	var code int32_t
	if handle.handle == 0 {
		code = enterProcess(func() error { return tell(&process) })
	} else {
		code = enterPoisoned(handle, func(in *instance) error { return tell(&in.text) })
	}
	if code != APPORTION_OK {
		return code
	}
	return codeOf(err)
}
