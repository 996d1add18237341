package main

import "C"

import (
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"
)

// maxErrorText bounds what is kept of a text, since it may quote any name that
// a caller passed.
const maxErrorText = APPORTION_MAX_ERROR

// errTooSmall is an error like others, but without a text: asking for a size
// must not hide what went wrong before.
var errTooSmall = fail(APPORTION_E_TOO_SMALL, "")

// errorText is the text of the last error of an instance, whose readers may panic at any time. It stays until another
// call fails, or a reader panics.
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

// process has the texts of errors of calls without a valid instance.
var process threadTexts

// mostThreads is of how many threads the text of an error is kept: of those that had the latest.
const mostThreads = 64

// threadTexts are the last error of each thread, those that failed last at the end. A thread that a
// later one has the number of is taken for it.
type threadTexts struct {
	mu   sync.Mutex
	last []threadText
}

type threadText struct {
	thread int
	text   string
}

// keep returns the code of err and keeps its text for the calling thread, to which cgo ties the call.
func (t *threadTexts) keep(err error) int32_t {
	if err != nil && err != error(errTooSmall) {
		thread := syscall.Gettid()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.last = slices.DeleteFunc(t.last, func(x threadText) bool { return x.thread == thread })
		if len(t.last) == mostThreads {
			t.last = slices.Delete(t.last, 0, 1)
		}
		t.last = append(t.last, threadText{thread, clip(err.Error())})
	}
	return codeOf(err)
}

// write writes the calling thread's text.
func (t *threadTexts) write(text *char, capacity size_t, size *size_t) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	thread := syscall.Gettid()
	mine := ""
	if i := slices.IndexFunc(t.last, func(x threadText) bool { return x.thread == thread }); i >= 0 {
		mine = t.last[i].text
	}
	return writeText(text, capacity, size, mine)
}

//export apportion_last_error
func apportion_last_error(handle apportion_instance, text *char, capacity size_t, size *size_t) int32_t {
	var err error
	// Its own failures leave the text alone.
	tell := func(write func(*char, size_t, *size_t) error) error {
		err = write(text, capacity, size)
		return nil
	}
	var code int32_t
	if handle.handle == 0 {
		code = enterProcess(func() error { return tell(process.write) })
	} else {
		code = enterPoisoned(handle, func(in *instance) error { return tell(in.text.write) })
	}
	if code != APPORTION_OK {
		return code
	}
	return codeOf(err)
}
