package main

import (
	"fmt"
	"io"

	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/tested"
)

// referenceFor is the model, or nil where it has no answer.
func referenceFor(out io.Writer, trace history.Trace, check bool) history.Driver {
	for _, step := range trace.Steps {
		if what := unknownToModel(step.Op); what != "" {
			if check {
				fmt.Fprintf(out, "the model is not asked: it knows of no %s; recorded answers are compared\n", what)
			}
			return nil
		}
	}
	m := model.New()
	m.MesosShuffles = tested.MesosVectors
	return m
}

// unknownToModel names what an operation has that Mesos's allocator, and so the model, has
// not; nothing if there is no such thing.
func unknownToModel(op history.Op) string {
	switch o := op.(type) {
	case *history.Initialize:
		switch {
		case o.ByHand:
			return "cycles that are run by hand"
		case o.AllocationIntervalS != nil && *o.AllocationIntervalS == 0:
			return "allocator without periodic cycles"
		case o.AgentOrder == "random":
			return "order that is drawn"
		case o.NestedQuota:
			return "nested quota"
		case o.StartNS != 0:
			return "clock that begins elsewhere"
		}
	case *history.ExcludeAgents, *history.ExcludeAgent, *history.RequestAllocation:
		return op.Name()
	}
	return ""
}

// compare says how an answer differs from the model's, if there is one, and the recorded
// one. The model is not asked about what is refused: it checks less, and it would change.
func compare(reference history.Driver, step history.Step, answer history.Answer, refused error) error {
	switch {
	case refused != nil && step.Expect != nil:
		return fmt.Errorf("recorded was: %v", onOwnLine(*step.Expect))
	case refused != nil:
		return nil
	}
	if reference != nil {
		want, err := reference.Apply(step.Op)
		if err != nil {
			return fmt.Errorf("the model says: %w", err)
		}
		if err := history.Compare(want, answer); err != nil {
			return fmt.Errorf("the model says: %v\n  %w", onOwnLine(want), err)
		}
	}
	if step.Expect == nil {
		return nil
	}
	if err := history.Compare(*step.Expect, answer); err != nil {
		return fmt.Errorf("recorded was: %v\n  %w", onOwnLine(*step.Expect), err)
	}
	return nil
}
