package policy

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Panic is what a sorter panics with if the Key of a policy of one's own panics: it says whose Key
// it was.
type Panic struct {
	Policy string // its name
	Path   string // of the client, or of the root of a subtree, whose key was asked for
	Value  any    // of the panic
	At     string // file and line
}

func (p *Panic) Error() string {
	return fmt.Sprintf("policy %s: Key of %q panics at %s: %v", p.Policy, p.Path, p.At, p.Value)
}

// CatchPanic is to be deferred: it turns a Panic into the error of the function that defers it, as in sim.Simulate and
// the commands of cmd/apportion. Other panics go on. A program that embeds the core and does not defer it gets the
// Panic itself; the C library answers APPORTION_E_PANIC.
func CatchPanic(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Panic:
		*err = p
	default:
		panic(p)
	}
}

// named is an ordering of one's own.
type named struct {
	ordering Ordering
	policy   string
}

// namedTimed is one that is Timed.
type namedTimed struct{ named }

func (namedTimed) Timed() {}

// nameOrdering returns an ordering that panics as Panic.
func nameOrdering(o Ordering, policy string) Ordering {
	if _, timed := o.(Timed); timed {
		return namedTimed{named{o, policy}}
	}
	return named{o, policy}
}

func (x named) Key(u Usage) (first, second float64) {
	defer x.tell(u)
	return x.ordering.Key(u)
}

// tell is deferred.
func (x named) tell(u Usage) {
	if p := recover(); p != nil {
		panic(&Panic{Policy: x.policy, Path: u.Path(), Value: p, At: panickedAt()})
	}
}

// panickedAt names the line that panicked, where a deferred function calls it.
func panickedAt() string {
	var counters [32]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(1, counters[:])])
	unwinding := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if unwinding && !inRuntime || !more {
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		unwinding = unwinding || inRuntime
	}
}
