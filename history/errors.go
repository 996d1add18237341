package history

import (
	"fmt"
	"strings"
)

// An Error says what is wrong with a line of a history.
type Error struct {
	Line    int    // 1 for the first line; 0 where a line was parsed by itself
	Op      string // name of the operation; empty where it could not be read
	Field   string // path of the field, such as "total[2].scalar.value"; may be empty
	Message string
}

func (e *Error) Error() string {
	var parts []string
	if e.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", e.Line))
	}
	if e.Op != "" {
		parts = append(parts, e.Op)
	}
	if e.Field != "" {
		parts = append(parts, e.Field)
	}
	return strings.Join(append(parts, e.Message), ": ")
}

// fieldErrorf is an error about the field at path.
func fieldErrorf(path, format string, args ...any) *Error {
	return &Error{Field: path, Message: fmt.Sprintf(format, args...)}
}

// asError gives err as an *Error, so that the caller can say where it happened.
func asError(err error) *Error {
	if e, ok := err.(*Error); ok {
		return e
	}
	return &Error{Message: err.Error()}
}
