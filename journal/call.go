package journal

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// call is a call as it was recorded.
type call struct {
	op        op
	arguments any
	play      play // nil for a cycle
	now       core.Time
	hasTime   bool
	answer    answer
}

// answer is what became of a call.
type answer struct {
	code     core.Code
	result   uint64
	ran      bool
	offers   uint64
	inverses uint64
	digest   uint64
}

func (c *call) String() string {
	if c.op == opAllocate {
		return fmt.Sprintf("Allocate(%d)", c.now)
	}
	return fmt.Sprintf("%v(%+v)", c.op, c.arguments)
}

// text says what an answer to the call is.
func (c *call) text(a answer) string {
	switch {
	case c.op == opAllocate && !a.ran:
		return "no cycle ran"
	case c.op == opAllocate:
		return fmt.Sprintf("%d offers and %d inverse offers, digest %016x", a.offers, a.inverses, a.digest)
	case a.code != 0:
		return "refused: " + a.code.String()
	case a.result != 0:
		return fmt.Sprintf("done, %#x", a.result)
	}
	return "done"
}

// readCalls yields the calls that a frame has. What it yields is good until the next.
func readCalls(content []byte, yield func(*call) error) error {
	return readNamedCalls(content, nil, yield)
}

// readNamedCalls is readCalls that also tells of all names.
func readNamedCalls(content []byte, named func(from, to int, name string), yield func(*call) error) error {
	c := coder{r: wire.NewReader(content, 0), named: named}
	var x call
	for c.r.Left() > 0 {
		start := c.r.Offset()
		if err := c.call(&x); err != nil {
			return fmt.Errorf("a call at byte %d of its frame: %w", start, err)
		}
		if err := yield(&x); err != nil {
			return err
		}
	}
	return nil
}

// call reads a call.
func (c *coder) call(x *call) error {
	*x = call{op: op(c.r.Byte())}
	c.hasTime = false
	switch {
	case x.op == opAllocate:
		c.time(&x.now)
		x.answer.ran, x.answer.offers, x.answer.inverses = c.r.Bool(), c.r.Uint(), c.r.Uint()
		if x.answer.offers+x.answer.inverses > 0 {
			x.answer.digest = c.r.Fixed()
		}
	case x.op < ops:
		x.arguments, x.play = reads[x.op](c)
		if x.answer.code = core.Code(c.r.Int()); x.answer.code == 0 {
			x.answer.result = c.r.Uint()
		}
	default:
		c.r.Fail("call %d is not known", x.op)
	}
	x.now, x.hasTime = c.now, c.hasTime
	return c.r.Err()
}

// again makes the call again, and answers as files of a version do.
func (c *call) again(a *core.Allocator, cycle *core.Cycle, version uint32) (got answer) {
	if c.op == opAllocate {
		digest := allocateAs(version, a, c.now, cycle)
		got = answer{ran: cycle.Report.Ran, offers: uint64(len(cycle.Offers)), inverses: uint64(len(cycle.InverseOffers))}
		if got.offers+got.inverses > 0 {
			got.digest = digest
		}
		return got
	}
	result, err := c.play(a)
	if got.code = codeOf(err); got.code == 0 {
		got.result = result
	}
	return got
}
