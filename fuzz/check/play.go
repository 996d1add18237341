package check

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/history"
)

// Play makes up a history of so many operations and checks it. It gives back
// the operations that were carried out, up to the failure if there is one.
func Play(g *generate.Generator, setup Setup, axes []Axis, operations int) ([]history.Op, *Checker, *Failure) {
	c := New(setup, axes)
	var ops []history.Op
	step := func(call generate.Call) *Failure {
		ops = append(ops, call.Op)
		answer, accepted, err := c.Step(call)
		if err != nil {
			return failure(err)
		}
		if accepted {
			g.Learn(call.Op, answer)
		}
		return nil
	}
	f := play(g, c, step, operations)
	if end := c.Close(ops[len(ops)-1]); f == nil {
		f = end
	}
	return ops, c, f
}

func play(g *generate.Generator, c *Checker, step func(generate.Call) *Failure, operations int) *Failure {
	for n := 0; n < operations && !(n > 0 && g.Done()); n++ {
		if f := step(g.Next()); f != nil {
			return f
		}
	}
	return drain(g, c, step)
}

// drain has everything given back that is held, and checks that nothing is left.
func drain(g *generate.Generator, c *Checker, step func(generate.Call) *Failure) *Failure {
	if !g.World().Started {
		return nil
	}
	if f := step(generate.Call{Op: &history.Pause{}}); f != nil {
		return f
	}
	for _, call := range g.Drain() {
		if f := step(call); f != nil {
			return f
		}
	}
	op := &history.GetInverseOfferStatuses{}
	if f := step(generate.Call{Op: op}); f != nil {
		return f
	}
	if err := c.rebuild(); err != nil {
		return &Failure{c.steps, op, rebuilt, err}
	}
	return nil
}

func failure(err error) *Failure {
	var f *Failure
	if !errors.As(err, &f) {
		panic(fmt.Sprintf("not a failure: %v", err))
	}
	return f
}

// Replay checks a history that is written down. What is refused is no failure,
// but for what goes along with it.
func Replay(ops []history.Op, setup Setup, axes []Axis) *Failure {
	if len(ops) == 0 {
		return nil
	}
	c := New(setup, axes)
	c.short = len(ops) <= provable
	f := replay(c, ops)
	if end := c.Close(ops[len(ops)-1]); f == nil {
		f = end
	}
	return f
}

func replay(c *Checker, ops []history.Op) *Failure {
	for _, op := range ops {
		if _, _, err := c.Step(generate.Call{Op: op, Want: generate.Want{Either: true}}); err != nil {
			return failure(err)
		}
	}
	if !c.world.Started {
		return nil
	}
	if err := c.rebuild(); err != nil {
		return &Failure{len(ops) - 1, ops[len(ops)-1], rebuilt, err}
	}
	if !c.short {
		return nil
	}
	if err := c.proveAll(); err != nil {
		return &Failure{len(ops) - 1, ops[len(ops)-1], proof, err}
	}
	return nil
}
