package alloc

import (
	"strconv"

	"github.com/apportion/apportion/internal/text"
)

// Code classifies an error. The numbers are part of the C ABI and never
// change; the gaps leave room within each family.
type Code int32

const (
	// CodeInvalid: an argument is malformed; the text names it.
	CodeInvalid Code = -100
	// CodeName: a role, resource, agent or framework name breaks the rules for names.
	CodeName Code = -101
	// CodeAmount: an amount is negative.
	CodeAmount Code = -102
	// CodeUnknownAgent: the agent handle was never given out, or is not an agent's.
	CodeUnknownAgent Code = -200
	// CodeUnknownFramework: the framework handle was never given out, or is not a framework's.
	CodeUnknownFramework Code = -201
	// CodeUnknownRole: no such role number.
	CodeUnknownRole Code = -202
	// CodeUnknownKind: no such kind number.
	CodeUnknownKind Code = -203
	// CodeStale: the handle's agent or framework has been removed.
	CodeStale Code = -204
	// CodeUnknownItem: no such set item number.
	CodeUnknownItem Code = -205
	// CodeExists: an agent or framework of that id is already there.
	CodeExists Code = -300
	// CodeNotSubscribed: the framework has nothing to do with that role.
	CodeNotSubscribed Code = -301
	// CodeState: the call does not fit the allocator's state (recovery after
	// agents were added, an agent added while paused, no maintenance planned).
	CodeState Code = -302
	// CodeNotAllocated: more recovered, converted or made allocated than the
	// ledger holds.
	CodeNotAllocated Code = -400
	// CodeNotAvailable: what an operation needs is in use or not there.
	CodeNotAvailable Code = -401
	// CodeConversion: a conversion changes amounts that it must preserve.
	CodeConversion Code = -402
	// CodeLimit: a fixed limit of the allocator is reached, or more than can be counted.
	CodeLimit Code = -500
)

// One error for each code, for errors.Is.
var (
	ErrInvalid          error = &Error{Code: CodeInvalid}
	ErrName             error = &Error{Code: CodeName}
	ErrAmount           error = &Error{Code: CodeAmount}
	ErrUnknownAgent     error = &Error{Code: CodeUnknownAgent}
	ErrUnknownFramework error = &Error{Code: CodeUnknownFramework}
	ErrUnknownRole      error = &Error{Code: CodeUnknownRole}
	ErrUnknownKind      error = &Error{Code: CodeUnknownKind}
	ErrStale            error = &Error{Code: CodeStale}
	ErrUnknownItem      error = &Error{Code: CodeUnknownItem}
	ErrExists           error = &Error{Code: CodeExists}
	ErrNotSubscribed    error = &Error{Code: CodeNotSubscribed}
	ErrState            error = &Error{Code: CodeState}
	ErrNotAllocated     error = &Error{Code: CodeNotAllocated}
	ErrNotAvailable     error = &Error{Code: CodeNotAvailable}
	ErrConversion       error = &Error{Code: CodeConversion}
	ErrLimit            error = &Error{Code: CodeLimit}
)

var codeNames = map[Code]string{
	CodeInvalid:          "invalid argument",
	CodeName:             "invalid name",
	CodeAmount:           "invalid amount",
	CodeUnknownAgent:     "unknown agent",
	CodeUnknownFramework: "unknown framework",
	CodeUnknownRole:      "unknown role",
	CodeUnknownKind:      "unknown kind",
	CodeStale:            "stale handle",
	CodeUnknownItem:      "unknown set item",
	CodeExists:           "already exists",
	CodeNotSubscribed:    "not subscribed",
	CodeState:            "wrong state",
	CodeNotAllocated:     "not allocated",
	CodeNotAvailable:     "not available",
	CodeConversion:       "conversion does not preserve amounts",
	CodeLimit:            "limit reached",
}

// String returns the code in words: "stale handle".
func (c Code) String() string {
	if name, ok := codeNames[c]; ok {
		return name
	}
	return "code " + strconv.Itoa(int(c))
}

// Error is the type of every error that the allocator returns: a code for
// programs and a text that says what was wrong with what. The call that
// returned it changed nothing.
type Error struct {
	Code Code
	Text string
	Err  error // the cause, or nil
}

// Error returns the text, or the code in words if there is none.
func (e *Error) Error() string {
	if e.Text == "" {
		return e.Code.String()
	}
	return e.Text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is lets errors.Is ask for a code by way of ErrStale and its like.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && t.Text == ""
}

func errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Text: text.Format(format, args...)}
}
