package model

import "github.com/apportion/apportion/internal/must"

// An Error says why an operation could not be carried out.
type Error struct {
	Op      string // name of the operation
	Message string
}

func (e *Error) Error() string { return e.Op + ": " + e.Message }

// check is the model's CHECK: what Mesos aborts on. It ends in Apply.
func check(holds bool, format string, args ...any) {
	if !holds {
		must.Fail(format, args...)
	}
}
