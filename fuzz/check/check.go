// Package check carries out histories on several allocators at once and holds
// them to each other and to what must be so: cores that work differently inside,
// the reference model, and checks from the outside on every answer.
package check

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// A Failure is a check that did not hold.
type Failure struct {
	Step  int // index of the operation
	Op    history.Op
	Check string // what failed, without the particulars
	Err   error
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%s: operation %d, %s: %v", f.Check, f.Step, history.FormatShort(f.Op), f.Err)
}

func (f *Failure) Unwrap() error { return f.Err }

// A Checker carries out one history.
type Checker struct {
	setup   Setup
	subject *subject
	axes    []axis
	world   *world.World
	handles handles
	steps   int
	short   bool           // the history: everything said is looked at
	ops     []history.Op   // so far, with those that were refused
	answer  history.Answer // of the subject to the latest operation
	offers  int
	refused int
}

type axis struct {
	Axis
	driver history.Driver
	answer history.Answer // to the latest operation
}

// New is a checker of a core against other allocators.
func New(setup Setup, axes []Axis) *Checker {
	c := &Checker{setup: setup, subject: setup.newSubject(core.TestOptions{}), world: world.New(), handles: handles{}}
	c.world.AtOnce = setup.AtOnce
	for _, a := range axes {
		c.axes = append(c.axes, axis{Axis: a, driver: a.New(setup)})
	}
	return c
}

// Offers counts the offers so far.
func (c *Checker) Offers() int { return c.offers }

// Refused counts the operations that were refused.
func (c *Checker) Refused() int { return c.refused }

// Cycles counts the cycles so far.
func (c *Checker) Cycles() int {
	if c.subject.core == nil {
		return 0
	}
	var m core.Metrics
	c.subject.core.Metrics(&m)
	return int(m.AllocationRuns)
}

// Step carries out a call everywhere. accepted says whether the core did; the
// error is a *Failure.
func (c *Checker) Step(call generate.Call) (answer history.Answer, accepted bool, err error) {
	check := "panic"
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
		if err != nil {
			err = &Failure{c.steps, call.Op, check, err}
		}
		c.steps++
	}()
	c.subject.before = c.digest()
	c.ops = append(c.ops, call.Op)
	c.handles.before(c.subject.core, call.Op)
	answer, refusal := c.subject.Apply(call.Op)
	c.answer = answer
	c.offers += len(answer.Offers)
	if refusal != nil {
		c.refused++
	}
	for _, x := range c.checks(call, refusal) {
		// What is known now, should the check panic.
		check = x.name
		if err := x.run(); err != nil {
			return answer, refusal == nil, err
		}
	}
	return answer, refusal == nil, nil
}

type namedCheck struct {
	name string
	run  func() error
}

// checks lists what has to hold after a call, cheap and telling ones first.
func (c *Checker) checks(call generate.Call, refusal error) []namedCheck {
	list := []namedCheck{{"expectation", func() error { return expected(call.Want, refusal) }}}
	if refusal != nil {
		list = append(list, namedCheck{"refused call left a trace", func() error { return c.unchanged() }})
	}
	for i := range c.axes {
		a := &c.axes[i]
		list = append(list,
			namedCheck{a.Name + ": refusal", func() error { return c.apply(a, call.Op, refusal) }},
			namedCheck{a.Name + ": answer", func() error { return c.compare(a, refusal) }},
		)
	}
	list = append(list, namedCheck{"invariant", func() error { return c.validate() }})
	if refusal == nil {
		list = append(list,
			namedCheck{"handles", func() error { return c.handles.after(c.subject.core, call.Op) }},
			namedCheck{"answer", func() error { return c.witness(call.Op) }},
		)
		if c.short || c.steps%explainEvery == explainEvery-1 || c.world.Paused == world.Recovering {
			list = append(list, namedCheck{"explanation", func() error { return c.explain() }})
		}
		if c.steps%proveEvery == proveEvery-1 {
			list = append(list, namedCheck{proof, func() error { return c.prove() }})
		}
		if c.steps%rebuildEvery == rebuildEvery-1 {
			list = append(list, namedCheck{rebuilt, func() error { return c.rebuild() }})
		}
	}
	return list
}

// rebuilt is the check of a state built anew from what is known of the old one.
const rebuilt = "rebuilt"

// rebuildEvery is after how many operations the state is built anew.
const rebuildEvery = 16

// expected compares an error with the one that was to come.
func expected(want generate.Want, refusal error) error {
	var e *core.Error
	switch {
	case refusal != nil && !errors.As(refusal, &e):
		return fmt.Errorf("refused with an error of another type: %w", refusal)
	case want.Either:
		return nil
	case want.Code == 0 && refusal != nil:
		return fmt.Errorf("refused: %w", refusal)
	case want.Code != 0 && refusal == nil:
		return fmt.Errorf("accepted, but expected error %d", want.Code)
	case want.Code != 0 && e.Code != want.Code:
		return fmt.Errorf("expected error %d, got %d: %w", want.Code, e.Code, refusal)
	}
	return nil
}

func (c *Checker) digest() uint64 {
	d, _ := c.subject.Digest()
	return d
}

// sameDigest compares the state of what works inside like the core, too. Others
// have other caches.
func (c *Checker) sameDigest(a *axis) error {
	other, ok := a.driver.(interface{ Digest() (uint64, error) })
	if _, local := a.driver.(*subject); !ok || local && a.Name != again {
		return nil
	}
	d, err := other.Digest()
	if err == nil && c.digest() != d {
		err = errors.New("the digests differ")
	}
	return err
}

// Close ends the allocators. The error is a *Failure.
func (c *Checker) Close(last history.Op) *Failure {
	var failure *Failure
	for i := range c.axes {
		var err error
		if x, ok := c.axes[i].driver.(*remote); ok && c.subject.core != nil {
			err = x.compareState(c.subject.core)
		}
		if closer, ok := c.axes[i].driver.(io.Closer); ok {
			err = errors.Join(err, closer.Close())
		}
		if err != nil && failure == nil {
			failure = &Failure{c.steps, last, c.axes[i].Name + ": end", err}
		}
	}
	return failure
}

func (c *Checker) unchanged() error {
	if before, after := c.subject.before, c.digest(); after != before {
		return fmt.Errorf("the digest was %x and is %x", before, after)
	}
	return nil
}

// apply carries out an operation on another allocator. The model is not asked
// about what the core refuses: it checks less, and it would change. Errors list kinds by
// number, which are others where they are released.
func (c *Checker) apply(a *axis, op history.Op, refusal error) error {
	if a.answer = (history.Answer{}); refusal != nil && a.Name == reference {
		return nil
	}
	var err error
	a.answer, err = a.driver.Apply(op)
	var e, other *core.Error
	switch {
	case (err == nil) != (refusal == nil):
		return fmt.Errorf("refused with %v, by the core with %v", err, refusal)
	case errors.As(err, &e) && errors.As(refusal, &other) && (e.Code != other.Code || e.Text != other.Text && a.Name != releasingHost):
		return fmt.Errorf("refused with %w, by the core with %w", err, refusal)
	}
	return nil
}

// compare compares another allocator's answer with the core's.
func (c *Checker) compare(a *axis, refusal error) error {
	if refusal != nil {
		return c.sameDigest(a)
	}
	if err := history.Compare(a.answer, c.answer); err != nil {
		return fmt.Errorf("%w\nof the core: %v\nof the other: %v", err, c.answer, a.answer)
	}
	return c.sameDigest(a)
}

// validate holds all cores that work differently inside to their own invariants.
func (c *Checker) validate() error {
	if a := c.subject.core; a != nil {
		if err := a.Validate(); err != nil {
			return err
		}
	}
	for i := range c.axes {
		x, ok := c.axes[i].driver.(*subject)
		if name := c.axes[i].Name; !ok || x.core == nil || name == again || name == fewWords {
			continue
		}
		if err := x.core.Validate(); err != nil {
			return fmt.Errorf("%s: %w", c.axes[i].Name, err)
		}
	}
	return nil
}
