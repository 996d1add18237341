package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/quantities"
)

// Conversion turns resources into others: reserve, unreserve, create or
// destroy a volume, grow, shrink. Without Consumed it adds copies of shared
// volumes; without Converted it removes resources.
type Conversion struct {
	Consumed  []Resource
	Converted []Resource
	// Exhaust makes the conversion fail if any of Consumed is still there afterwards: a
	// shared volume of which other copies are in use cannot be destroyed.
	Exhaust bool
}

// conversion is a Conversion in bags.
type conversion struct {
	consumed, converted           resource.Bag
	consumedOrder, convertedOrder shrinkorder.Vector
	exhaust                       bool
}

// readConversions checks conversions from outside. The result is scratch.
func (a *Allocator) readConversions(list []Conversion) ([]conversion, *Error) {
	out := slices.Grow(a.scratch.conversions[:0], len(list))[:len(list)]
	a.scratch.conversions = out
	for i := range list {
		c := &out[i]
		if err := a.kinds.ReadBag(&c.consumed, list[i].Consumed, "consumed"); err != nil {
			return nil, api.Within(err, "conversion %d", i)
		}
		if err := a.kinds.ReadBag(&c.converted, list[i].Converted, "converted"); err != nil {
			return nil, api.Within(err, "conversion %d", i)
		}
		c.exhaust = list[i].Exhaust
		c.consumedOrder = a.vectorOf(list[i].Consumed)
		c.convertedOrder = a.vectorOf(list[i].Converted)
	}
	return out, nil
}

// convert applies conversions to b, whose order is v, one after the other.
// additions says whether those that consume nothing take part.
func (a *Allocator) convert(b *resource.Bag, v *shrinkorder.Vector, list []conversion, additions bool) *Error {
	for i := range list {
		c := &list[i]
		if c.consumed.Empty() && !additions {
			continue
		}
		if !b.Contains(&c.consumed) {
			return api.Errorf(CodeNotAvailable, "conversion %d: %s does not contain %s", i, a.kinds.Format(b), a.kinds.Format(&c.consumed))
		}
		b.Sub(&c.consumed, &a.kinds.Kinds)
		for _, id := range c.consumedOrder {
			if !b.Has(id) {
				v.Drop(id)
			}
		}
		if err := a.kinds.AddTo(b, &c.converted, "converted"); err != nil {
			return api.Within(err, "conversion %d", i)
		}
		for _, id := range c.convertedOrder {
			v.Add(id)
		}
		if c.exhaust && b.Contains(&c.consumed) {
			return api.Errorf(CodeNotAvailable, "conversion %d: further copies of %s remain", i, a.kinds.Format(&c.consumed))
		}
	}
	return nil
}

// convertTotal works out and checks how conversions change an agent's total, whose order
// is v. An operator's may add copies of shared volumes and remove nothing. A framework's
// may remove and add nothing.
func (a *Allocator) convertTotal(x *resource.Difference, g *agents.Agent, v *shrinkorder.Vector, list []conversion, operator bool) *Error {
	before, after := &a.scratch.bags[2], &a.scratch.bags[3]
	namedParts(before, g.Total, list, &a.kinds.Kinds)
	after.CopyFrom(before)
	err := a.convert(after, v, list, operator)
	if err == nil && operator {
		err = a.checkRemoved(before, after, nil)
	} else if err == nil {
		err = a.checkRemoved(before, after, list)
	}
	if err != nil {
		return api.Within(err, "the agent's total")
	}
	claims := a.ledger.Claims()
	claims.HadPart(before)
	claims.Has(after, &resource.Bag{})
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	x.Between(before, after, &a.kinds.Kinds)
	return nil
}

// checkRemoved checks conversions as Mesos does after it applied them: amounts stay, but
// for what is removed outright (MESOS-8825). Ranges and sets count, too, and nothing may
// come out of nothing.
func (a *Allocator) checkRemoved(before, after *resource.Bag, list []conversion) *Error {
	old, left := &a.scratch.amounts[0], &a.scratch.amounts[1]
	old.Reset()
	before.Amounts(old, &a.kinds.Kinds)
	left.Reset()
	after.Amounts(left, &a.kinds.Kinds)
	for i := range list {
		if list[i].converted.Empty() {
			list[i].consumed.Amounts(left, &a.kinds.Kinds)
		}
	}
	if old.Equal(left) {
		return nil
	}
	var had, have quantities.Row
	old.CopyTo(&had)
	left.CopyTo(&have)
	return api.Errorf(CodeConversion, "conversions make %s, with what they remove, of %s", a.kinds.FormatRow(have), a.kinds.FormatRow(had))
}

// namedParts sets dst to the part of o that conversions may change: all items and all
// intervals of kinds that they name.
func namedParts(dst, o *resource.Bag, list []conversion, t *resource.Kinds) {
	dst.Reset()
	for i := range list {
		for _, named := range []*resource.Bag{&list[i].consumed, &list[i].converted} {
			for _, c := range named.Counts {
				if n := o.Of(c.Item()); n > 0 && dst.Of(c.Item()) == 0 {
					c.N = n
					dst.AddCount(c)
				}
			}
			for _, x := range named.Intervals {
				if len(dst.Intervals.Of(x.Kind)) == 0 {
					for _, y := range o.Intervals.Of(x.Kind) {
						dst.Intervals.Insert(y)
						dst.Flags |= t.Flags(uint32(x.Kind))
					}
				}
			}
		}
	}
}
