// Package fault makes the errors that calls return.
package fault

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/text"
)

// Errorf returns an error with a text as by fmt.Sprintf. Long names are shortened.
func Errorf(code alloc.Code, format string, args ...any) *alloc.Error {
	return &alloc.Error{Code: code, Text: text.Format(format, args...)}
}

// Caused returns an error that says what its cause says.
func Caused(code alloc.Code, cause error) *alloc.Error {
	return &alloc.Error{Code: code, Text: cause.Error(), Err: cause}
}

// NoHandle refuses a handle that stands for nobody. latest is the generation that its slot has, 0 if there is
// no such slot.
func NoHandle(h uint64, tag handle.Tag, of string, unknown alloc.Code, latest uint32) *alloc.Error {
	if g := handle.Generation(h); handle.TagOf(h) == tag && g > 0 && g <= latest {
		return Caused(alloc.CodeStale, &handle.Refusal{Handle: h, Of: of, Why: "that " + of + " was removed"})
	}
	return Caused(unknown, handle.Unknown(h, tag, of))
}

// Because is Errorf with a text that ends with the cause, which is wrapped.
func Because(code alloc.Code, cause error, format string, args ...any) *alloc.Error {
	return &alloc.Error{Code: code, Text: text.Format(format, args...) + ": " + cause.Error(), Err: cause}
}

// Within returns the error with a text that begins with where it occurred.
func Within(e *alloc.Error, format string, args ...any) *alloc.Error {
	return &alloc.Error{Code: e.Code, Text: text.Format(format, args...) + ": " + e.Text, Err: e}
}
