package order

import (
	"errors"
	"fmt"
)

// Reasons for which a call is refused; wrapped in an [*Error].
var (
	ErrEmptyPath         = errors.New("path is empty")
	ErrEmptyComponent    = errors.New("path has an empty component")
	ErrReservedComponent = errors.New(`path has a component "."`)
	ErrDuplicateClient   = errors.New("client exists already")
	ErrUnknownClient     = errors.New("no such client")
	ErrBadWeight         = errors.New("weight is not a finite number above zero")
	ErrBadRank           = errors.New("rank is not a number")
	ErrUnknownPath       = errors.New("no such path")
)

// Error says what was wrong with what. A call that returns one changed
// nothing.
type Error struct {
	Op      string // what was asked for: "add", "set weight"
	Subject string // of what: `path "eng/web"`, "client 7"
	Err     error  // one of the reasons of this package
}

func (e *Error) Error() string {
	return fmt.Sprintf("sorter: %s: %s: %v", e.Op, e.Subject, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

func pathError(op, path string, err error) error {
	return &Error{Op: op, Subject: fmt.Sprintf("path %q", path), Err: err}
}

func clientError(op string, c Client) error {
	return &Error{Op: op, Subject: fmt.Sprintf("client %d", c), Err: ErrUnknownClient}
}
