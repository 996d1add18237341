package core

import (
	"math"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// Resource is an amount of a kind, in the flat form of the C ABI. For a
// Scalar kind Amount counts thousandths and Begin and End are 0. For Ranges
// and Set kinds Amount is 0 and each interval of numbers is a Resource of its
// own. An indivisible resource (a volume, a mount) is named by its kind and
// its whole size; further copies of a shared volume are further elements.
type Resource struct {
	Kind       KindID
	Amount     Amount
	Begin, End uint64
}

// ScalarOf is a scalar resource.
func ScalarOf(kind KindID, amount quantities.Amount) Resource {
	return Resource{Kind: kind, Amount: amount}
}

// IntervalOf is one interval of a ranges or set resource.
func IntervalOf(kind KindID, begin, end uint64) Resource {
	return Resource{Kind: kind, Begin: begin, End: end}
}

// readBag checks resources from outside and sums them up in b. Zero amounts
// are dropped, as Mesos does.
//
// DIVERGES: what is invalid (negative, too large, overlapping, of an unknown
// kind) is an error; Mesos drops it without a word.
func (a *Allocator) readBag(b *bag, list []Resource, what string) *Error {
	b.reset()
	for i := range list {
		if err := a.readResource(b, &list[i], what, i); err != nil {
			return err
		}
	}
	return nil
}

func (a *Allocator) readResource(b *bag, r *Resource, what string, i int) *Error {
	t := &a.kinds
	if int(r.Kind) >= len(t.entries) || t.entries[r.Kind].unit != 0 {
		return errorf(CodeUnknownKind, "%s, resource %d: kind %d was never declared", what, i, r.Kind)
	}
	k := &t.entries[r.Kind]
	if k.flags&kindSpans != 0 {
		return a.readSpan(b, r, what, i)
	}
	name := a.names.String(k.name)
	switch {
	case r.Begin != 0 || r.End != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is a scalar and has no interval", what, i, name)
	case r.Amount < 0:
		return errorf(CodeAmount, "%s, resource %d: %s of %v is negative", what, i, name, r.Amount)
	case r.Amount > quantities.MaxAmount:
		return errorf(CodeAmount, "%s, resource %d: %s of %v is too large", what, i, name, r.Amount)
	case r.Amount == 0:
		return nil
	}
	if k.flags&kindIndivisible == 0 {
		b.addCount(t.count(itemID(r.Kind), int64(r.Amount)))
		if b.of(uint32(r.Kind)) > int64(quantities.MaxAmount) {
			return errorf(CodeAmount, "%s: the sum of %s is too large", what, name)
		}
		return nil
	}
	id, err := t.item(r.Kind, r.Amount)
	if err != nil {
		return err.(*Error)
	}
	b.addCount(t.count(id, 1))
	if total := b.of(id); total > int64(quantities.MaxAmount)/int64(r.Amount) || total > math.MaxUint32 {
		return errorf(CodeAmount, "%s: the sum of %s is too large", what, name)
	}
	return nil
}

func (a *Allocator) readSpan(b *bag, r *Resource, what string, i int) *Error {
	k := &a.kinds.entries[r.Kind]
	name := a.names.String(k.name)
	x := span{r.Kind, r.Begin, r.End}
	switch {
	case r.Amount != 0:
		return errorf(CodeInvalid, "%s, resource %d: %s is not a scalar but has an amount", what, i, name)
	case x.begin > x.end:
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d is inverted", what, i, name, x.begin, x.end)
	case k.desc.Type == Set && x.end >= uint64(len(a.kinds.itemStr)):
		return errorf(CodeUnknownItem, "%s, resource %d: %s item %d was never declared", what, i, name, x.end)
	case b.spans.overlaps(x):
		return errorf(CodeInvalid, "%s, resource %d: %s interval %d-%d overlaps another", what, i, name, x.begin, x.end)
	}
	b.spans.insert(x)
	b.flags |= k.flags
	return nil
}

// readUsage checks what frameworks use on an agent that already holds held,
// one bag each. Nobody can use what another one does.
func (a *Allocator) readUsage(agent string, list []Usage, held *bag) ([]bag, error) {
	if len(list) == 0 {
		return nil, nil
	}
	bags := make([]bag, len(list))
	var sum bag
	sum.copyFrom(held)
	for i := range list {
		u := &list[i]
		fail := func(err *Error) error {
			return err.within("agent %q, used by %q", agent, u.Framework)
		}
		if err := validateID("framework", u.Framework); err != nil {
			return nil, err.within("agent %q, in use", agent)
		}
		if err := a.checkRole(u.Role); err != nil {
			return nil, fail(err)
		}
		if err := a.readBag(&bags[i], u.Resources, "used"); err != nil {
			return nil, fail(err)
		}
		for _, x := range bags[i].spans {
			if sum.spans.overlaps(x) {
				return nil, errorf(CodeInvalid, "agent %q: %s %d-%d is used by %q and by another", agent, a.names.String(a.kinds.entries[x.kind].name), x.begin, x.end, u.Framework)
			}
		}
		sum.add(&bags[i])
		// What a framework uses in one role is one allocation, and counts as
		// one pick, in however many parts it is named.
		for j := range i {
			if list[j].Framework == u.Framework && list[j].Role == u.Role {
				bags[j].add(&bags[i])
				bags[i].reset()
				break
			}
		}
	}
	if err := a.checkSum("in use", &sum); err != nil {
		return nil, err.within("agent %q", agent)
	}
	return bags, nil
}

// checkSum refuses sums of which a part could not be named as one amount.
func (a *Allocator) checkSum(what string, b *bag) *Error {
	for _, c := range b.counts {
		if a.kinds.amount(c) > quantities.MaxAmount || c.n > int64(quantities.MaxAmount) {
			return errorf(CodeAmount, "the sum of %s %s is too large", a.names.String(c.name), what)
		}
	}
	return nil
}

// appendResources writes a bag in the flat form: counts by item, then spans
// by kind.
func (t *kindTable) appendResources(dst []Resource, b *bag) []Resource {
	if b.flags&kindIndivisible != 0 {
		dst = t.appendCopies(dst, b.counts)
	} else {
		at := len(dst)
		dst = slices.Grow(dst, len(b.counts)+len(b.spans))[:at+len(b.counts)]
		for _, c := range b.counts {
			dst[at].set(KindID(c.item), quantities.Amount(c.n), 0, 0)
			at++
		}
	}
	at := len(dst)
	dst = slices.Grow(dst, len(b.spans))[:at+len(b.spans)]
	for _, x := range b.spans {
		dst[at].set(x.kind, 0, x.begin, x.end)
		at++
	}
	return dst
}

// appendCopies writes counts that may be of indivisible resources: each copy
// of those by itself.
func (t *kindTable) appendCopies(dst []Resource, counts []count) []Resource {
	for _, c := range counts {
		if c.flags&kindIndivisible == 0 {
			dst = append(dst, ScalarOf(KindID(c.item), quantities.Amount(c.n)))
			continue
		}
		k := &t.entries[c.item]
		for range c.n {
			dst = append(dst, ScalarOf(k.base, k.unit))
		}
	}
	return dst
}

// set writes a resource in place, field by field. A literal would be put
// together elsewhere and moved in pieces larger than those that were written,
// for which the processor has to wait: a good part of a cycle that offers a
// lot.
func (r *Resource) set(kind KindID, amount quantities.Amount, begin, end uint64) {
	r.Kind = kind
	r.Amount = amount
	r.Begin, r.End = begin, end
}
