package main

import "C"

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/view/live"
	"github.com/apportion/apportion/view/page"
)

// mostAnswers is how many answers to pages wait to be read.
const mostAnswers = 64

// views is what pages that look at an instance are told.
//
// Invariants:
//  1. feed belongs to the instance's serial calls; answers have what they need of it;
//  2. waiting ascends by number and has at most mostAnswers.
type views struct {
	feed *live.Feed // nil until somebody looks

	mu      sync.Mutex
	last    uint64
	waiting []viewAnswer
}

// viewAnswer is an answer that waits to be read.
type viewAnswer struct {
	number uint64
	read   live.Answer // works it out once
}

// add has an answer wait, and returns its number.
func (v *views) add(a live.Answer) uint64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.last++
	v.waiting = append(v.waiting, viewAnswer{v.last, sync.OnceValues(a)})
	if n := len(v.waiting) - mostAnswers; n > 0 {
		v.waiting = append(v.waiting[:0:0], v.waiting[n:]...)
	}
	return v.last
}

// at returns the answer of a number.
func (v *views) at(number uint64) (live.Answer, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, a := range v.waiting {
		if a.number == number {
			return a.read, true
		}
	}
	return nil, false
}

// remove forgets an answer that was read.
func (v *views) remove(number uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.waiting = slices.DeleteFunc(v.waiting, func(a viewAnswer) bool { return a.number == number })
}

// forget lets go of everything, as the instance is destroyed.
func (v *views) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.feed, v.waiting = nil, nil
}

// enterFile is enterProcess for a text that is about a file of the page.
func enterFile(name *char, nameSize size_t, text *char, capacity size_t, size *size_t, about func(name string) ([]byte, error)) int32_t {
	return enterProcess(func() error {
		var r reader
		file := r.text(name, nameSize, "name of the file")
		if r.err != nil {
			return r.err
		}
		found, err := about(file)
		if err != nil {
			return err
		}
		return writeText(text, capacity, size, found)
	})
}

//export apportion_view_file
func apportion_view_file(name *char, name_size size_t, content *char, capacity size_t, size *size_t) int32_t {
	return enterFile(name, name_size, content, capacity, size, func(name string) ([]byte, error) {
		file, _, ok := page.File(name)
		if !ok {
			return nil, fail(APPORTION_E_NAME, "file %q: the page has none of that name", name)
		}
		return file, nil
	})
}

//export apportion_view_headers
func apportion_view_headers(name *char, name_size size_t, text *char, capacity size_t, size *size_t) int32_t {
	return enterFile(name, name_size, text, capacity, size, func(name string) (lines []byte, _ error) {
		for _, h := range page.Headers(name) {
			lines = fmt.Appendf(lines, "%s: %s\n", h.Name, h.Value)
		}
		return lines, nil
	})
}

//export apportion_gather_view
func apportion_gather_view(handle apportion_instance, question *apportion_view_question, answer *uint64_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		q := record(&r, question, APPORTION_VIEW_QUESTION_MIN_SIZE, "question")
		if !pointer(&r, answer, "number of the answer") || r.err != nil {
			return r.err
		}
		r.flags(q.flags, APPORTION_QUESTION_RESTRICTED, "question")
		hidden := in.hidden(&r, q.flags, q.visible_roles, q.visible_role_count, q.visible_frameworks, q.visible_framework_count)
		text := r.str(q.question, "question")
		if r.err != nil {
			return r.err
		}
		if in.views.feed == nil {
			in.views.feed = live.NewFeed(live.Options{})
		}
		told, err := in.views.feed.Ask(&in.core.View, text, hidden)
		if errors.Is(err, live.ErrQuestion) {
			return fail(alloc.CodeInvalid, "question %q: %v", text, err)
		}
		if err != nil {
			return err
		}
		*answer = uint64_t(in.views.add(told))
		return nil
	})
}

//export apportion_gathered_view
func apportion_gathered_view(handle apportion_instance, answer uint64_t, json *char, capacity size_t, size *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		read, ok := in.views.at(uint64(answer))
		if !ok {
			return fail(APPORTION_E_STATE, "answer %d: there is none, or it was read or forgotten", uint64(answer))
		}
		text, err := worked(read)
		if err == nil {
			err = writeText(json, capacity, size, text)
		}
		if err == nil {
			in.views.remove(uint64(answer))
		}
		return err
	})
}

// worked works an answer out, on copies: what goes wrong there says nothing of the instance.
func worked(answer live.Answer) (text []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fail(APPORTION_E_STATE, "the answer cannot be worked out: %v", r)
		}
	}()
	text, err = answer()
	if err != nil && !errors.As(err, new(*alloc.Error)) {
		err = fail(APPORTION_E_STATE, "the answer cannot be worked out: %v", err)
	}
	return text, err
}
