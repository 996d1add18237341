package history

import (
	"fmt"
	"strings"

	errortext "github.com/apportion/apportion/internal/text"
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

// fieldErrorf is an error about the field at path. A line may be long, and what is wrong on it, too.
func fieldErrorf(path, format string, args ...any) *Error {
	return &Error{Field: errortext.Format("%s", path), Message: errortext.Format(format, args...)}
}

// Whatever reads a line panics with the *Error about what is wrong with the line. A deferred catch
// recovers: it sets err to that error, which names the operation.
func catch(op *string, err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		e.Op = *op
		*err = e
	default:
		panic(e)
	}
}
