package journal

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// call is a call as it was recorded.
type call struct {
	calls.Call
	answer answer
}

// answer is what became of a call.
type answer struct {
	code     alloc.Code
	result   uint64
	ran      bool
	offers   uint64
	inverses uint64
	digest   uint64
}

// text says what an answer to the call is.
func (c *call) text(a answer) string {
	switch {
	case c.Op() == calls.OpAllocate && !a.ran:
		return "no cycle ran"
	case c.Op() == calls.OpAllocate:
		return fmt.Sprintf("%d offers and %d inverse offers, digest %016x", a.offers, a.inverses, a.digest)
	case a.code != 0:
		return "refused: " + a.code.String()
	case a.result != 0:
		return fmt.Sprintf("done, %#x", a.result)
	}
	return "done"
}

// readCalls yields the calls that a frame has. Each has memory of its own.
// Names are what rename makes of them, if it is not nil.
func readCalls(content []byte, rename func(string) string, yield func(*call) error) error {
	for left := content; len(left) > 0; {
		start := len(content) - len(left)
		c, rest, err := calls.Read(left[1:], calls.Op(left[0]), rename)
		x := call{Call: c}
		if err == nil {
			r := wire.NewReader(rest, 0)
			x.answer = readAnswer(r, c.Op())
			left, err = rest[len(rest)-r.Left():], r.Err()
		}
		if err != nil {
			return fmt.Errorf("a call at byte %d of its frame: %w", start, err)
		}
		if err := yield(&x); err != nil {
			return err
		}
	}
	return nil
}

func readAnswer(r *wire.Reader, o calls.Op) (a answer) {
	if o == calls.OpAllocate {
		a.ran, a.offers, a.inverses = r.Bool(), r.Uint(), r.Uint()
		if a.offers+a.inverses > 0 {
			a.digest = r.Fixed()
		}
		return a
	}
	a.code = alloc.Code(r.Int())
	if a.code == 0 {
		a.result = r.Uint()
	}
	return a
}

// append appends the call's record.
func (c *call) append(b []byte, e *calls.Encoder) []byte {
	w := wire.Writer{Buf: e.Append(append(b, byte(c.Op())), c.Call)}
	a := &c.answer
	switch {
	case c.Op() == calls.OpAllocate:
		a.appendCycle(&w)
	case a.code != 0:
		w.Int(int64(a.code))
	default:
		w.Int(0)
		w.Uint(a.result)
	}
	return w.Buf
}

// appendCycle writes the outcome of a cycle.
func (a *answer) appendCycle(w *wire.Writer) {
	w.Bool(a.ran)
	w.Uint(a.offers)
	w.Uint(a.inverses)
	if a.offers+a.inverses > 0 {
		w.Fixed(a.digest)
	}
}

// again makes the call again, and answers as files do.
func (c *call) again(a *core.Allocator, cycle *alloc.Cycle) answer {
	if x, ok := c.Call.(*calls.Allocate); ok {
		a.Allocate(x.Now, cycle)
		return answerOfCycle(cycle, cycle.Digest())
	}
	return answerOf(c.Apply(a))
}

// answerOfCycle is what became of Allocate: what its cycle offered, of which there is a digest.
func answerOfCycle(out *alloc.Cycle, digest uint64) answer {
	a := answer{ran: out.Report.Ran, offers: uint64(len(out.Offers)), inverses: uint64(len(out.InverseOffers))}
	if a.offers+a.inverses > 0 {
		a.digest = digest
	}
	return a
}

// answerOf is what became of a call but Allocate.
func answerOf(result uint64, refused error) answer {
	if refused == nil {
		return answer{result: result}
	}
	if e, ok := errors.AsType[*alloc.Error](refused); ok {
		return answer{code: e.Code}
	}
	return answer{code: alloc.CodeInvalid}
}
