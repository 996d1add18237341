package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/shrinkorder"
)

// UpdateAvailable applies an operator's conversions to what is free on an agent: reserve,
// unreserve, create, destroy. If what they need is in use, it fails with CodeNotAvailable
// and leaves no trace. It mirrors HierarchicalAllocatorProcess::updateAvailable.
//
// Errors: CodeUnknownAgent, CodeStale, CodeNotAvailable (what a conversion
// consumes is in use or not there), CodeConversion (amounts change),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that
// overlap or are inverted), CodeLimit (too many volumes, or the cluster's sum).
func (a *Allocator) UpdateAvailable(id AgentID, conversions []Conversion) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	fail := func(err *Error) error {
		return api.Within(err, "agent %q: available resources", g.Name())
	}
	list, err := a.readConversions(conversions)
	if err != nil {
		return fail(err)
	}
	free := &a.scratch.bags[0]
	namedParts(free, &g.Free, list, &a.kinds.Kinds)
	freeOrder, totalOrder := shrinkorder.Vector(nil), slices.Clone(a.vectors.Total(slot))
	if err := a.convert(free, &freeOrder, list, true); err != nil {
		return fail(err)
	}
	total := &a.scratch.total
	if err := a.convertTotal(total, g, &totalOrder, list, true); err != nil {
		return fail(err)
	}
	if !total.Empty() {
		a.vectors.SetTotal(slot, totalOrder)
		a.ledger.ChangeTotal(slot, total)
		a.ledger.ChangeFree(slot, total)
	}
	return nil
}
