//go:build mesos_vectors

package vectors

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// Vectors is Mesos's own order. It implements shrinkorder.Emulation.
//
// Invariants, for each agent:
//  1. total has exactly the items of the agent's total, each once, whole disks once for each copy;
//  2. used has exactly the pairs of a role and an item that anyone holds for it, likewise;
//  3. own has the same for each framework by itself.
type Vectors struct {
	kinds      *resource.Kinds
	roles      *roles.Roles
	all        *agents.Agents
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
	lending    *lending.Book

	agents []vectors // by agent
	random glibcRand

	// These are of the framework last considered:
	free       vector // items free on the agent
	left       vector // items that the last pass kept; all of free before the first
	guaranteed vector // items that fill a guarantee
	burst      bool   // OnceGuaranteed was called

	taken taken // what is held, but counts as given back
}

// taken is what is taken of what somebody holds on an agent, while the ledger still has it.
type taken struct {
	by holder
	resource.Bag
}

// vectors are the vectors of one agent.
type vectors struct {
	total vector
	used  []inRole       // by anyone
	own   []ownedVectors // by each framework
}

// inRole is an item allocated to a role.
type inRole struct {
	role alloc.RoleID
	item resource.ItemID
}

// holder is a framework in a role.
type holder struct {
	framework slots.Framework
	role      alloc.RoleID
}

type ownedVectors struct {
	framework slots.Framework
	used      []inRole
}

// New returns the order of an allocator without agents.
func New(kinds *resource.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks, ledger *ledger.Ledger, lending *lending.Book) *Vectors {
	return &Vectors{
		kinds: kinds, roles: roles, all: agents, frameworks: frameworks, ledger: ledger, lending: lending,
		random: newGlibcRand(1),
	}
}

func (o *Vectors) agent(slot slots.Agent) *vectors {
	for int(slot) >= len(o.agents) {
		o.agents = append(o.agents, vectors{})
	}
	return &o.agents[slot]
}

// EachVisitDraws is shrinkorder.Emulation's.
func (o *Vectors) EachVisitDraws() bool { return true }

// Considered is shrinkorder.Emulation's.
func (o *Vectors) Considered(slot slots.Agent) {
	o.free = o.freeOn(o.free[:0], slot)
	o.left = append(o.left[:0], o.free...)
	o.burst = false
}

// Shuffled is shrinkorder.Emulation's. Mesos shuffles only if something bounds the counts.
func (o *Vectors) Shuffled(counts []resource.Count, bounded bool) ([]resource.Count, bool) {
	counts = eachCopy(counts, o.kinds)
	inOrder(counts, o.left)
	if bounded {
		o.random.shuffle(counts)
	}
	return counts, true
}

// inOrder sorts counts as left has their items, first those that it has not.
func inOrder(counts []resource.Count, left vector) {
	sorted := 0
	place := func(i int) {
		counts[sorted], counts[i] = counts[i], counts[sorted]
		sorted++
	}
	for i := range counts {
		if !slices.Contains(left, counts[i].Item()) {
			place(i)
		}
	}
	for _, id := range left {
		if i := slices.IndexFunc(counts[sorted:], func(c resource.Count) bool { return c.Item() == id }); i >= 0 {
			place(sorted + i)
		}
	}
}

// Kept is shrinkorder.Emulation's.
func (o *Vectors) Kept(counts []resource.Count) {
	o.left = o.left[:0]
	for _, c := range counts {
		o.left = append(o.left, c.Item())
	}
}

// OnceGuaranteed is shrinkorder.Emulation's.
func (o *Vectors) OnceGuaranteed(left *resource.Bag) {
	o.guaranteed, o.burst = append(o.guaranteed[:0], o.left...), true
	o.left = o.left[:0]
	for _, id := range o.free {
		if has(left, id) || slices.Contains(o.guaranteed, id) {
			o.left = append(o.left, id)
		}
	}
	for _, id := range o.guaranteed {
		o.left.drop(id, left, o.kinds)
	}
}

// Offered is shrinkorder.Emulation's.
func (o *Vectors) Offered(slot slots.Agent, m slots.Subscription, offer *resource.Bag) {
	if o.roles.WithQuota == 0 {
		o.Considered(slot)
	}
	o.used(slot, o.holder(m), o.offerVector(offer))
}

// offerVector returns the order of an offer: first the items that quota does not bound,
// then those that fill guarantees, then the others as quota left them.
func (o *Vectors) offerVector(offer *resource.Bag) vector {
	var v vector
	for _, id := range o.free {
		if o.kinds.Flags(id)&resource.QuotaMask != 0 && has(offer, id) {
			v.add(id, o.kinds)
		}
	}
	if o.burst {
		for _, part := range []vector{o.guaranteed, o.left} {
			for _, id := range part {
				v.add(id, o.kinds)
			}
		}
		return v
	}
	for _, id := range o.left {
		if o.kinds.Flags(id)&resource.QuotaMask == 0 && has(offer, id) {
			v.add(id, o.kinds)
		}
	}
	return v
}

// freeOn appends the order of an agent's free resources: total, from which the items of
// used are dropped in their order, then the shared ones (Slave::updateAvailable).
func (o *Vectors) freeOn(v vector, slot slots.Agent) vector {
	x, total := o.agent(slot), o.all.At(slot).TotalBag()
	var left resource.Bag
	left.CopyFrom(total)
	for _, id := range x.total {
		if !o.shared(id) {
			v = append(v, id)
		}
	}
	for _, used := range x.used {
		if isWhole(o.kinds, used.item) {
			v.drop(used.item, &left, o.kinds)
			continue
		}
		if o.shared(used.item) || !has(&left, used.item) {
			continue
		}
		for by, held := range o.held(slot) {
			if by.role == used.role {
				part := only(held, used.item, o.kinds)
				left.Sub(&part, o.kinds)
			}
		}
		v.drop(used.item, &left, o.kinds)
	}
	for _, id := range x.total {
		if o.shared(id) {
			v = append(v, id)
		}
	}
	return v
}

func (o *Vectors) shared(id resource.ItemID) bool { return o.kinds.Flags(id)&resource.Shared != 0 }

// held ranges over who holds what on an agent.
func (o *Vectors) held(slot slots.Agent) iter.Seq2[holder, *resource.Bag] {
	return func(yield func(holder, *resource.Bag) bool) {
		for _, ref := range o.all.At(slot).Entries {
			if !yield(o.holder(ref.Subscription), o.ledger.Entries.At(ref.Entry).Held()) {
				return
			}
		}
	}
}

func (o *Vectors) holder(m slots.Subscription) holder {
	sub := o.frameworks.Subscriptions.At(m)
	return holder{sub.Framework, sub.Role}
}

func (x *vectors) ownOf(framework slots.Framework) *ownedVectors {
	for i := range x.own {
		if x.own[i].framework == framework {
			return &x.own[i]
		}
	}
	return nil
}

// dropOwn forgets the vector of a framework that uses nothing.
func (x *vectors) dropOwn(framework slots.Framework) {
	x.own = slices.DeleteFunc(x.own, func(y ownedVectors) bool { return y.framework == framework })
}

// used appends items that are now in use to the agent's vector of these and to the framework's own.
func (o *Vectors) used(slot slots.Agent, by holder, v vector) {
	if len(v) == 0 {
		return
	}
	x := o.agent(slot)
	own := x.ownOf(by.framework)
	if own == nil {
		x.own = append(x.own, ownedVectors{framework: by.framework})
		own = &x.own[len(x.own)-1]
	}
	for _, id := range v {
		add(&x.used, inRole{by.role, id}, isWhole(o.kinds, id))
		add(&own.used, inRole{by.role, id}, isWhole(o.kinds, id))
	}
}

// unused drops items that are no longer in use.
func (o *Vectors) unused(slot slots.Agent, by holder, v vector) {
	x := o.agent(slot)
	own := x.ownOf(by.framework)
	for _, id := range v {
		used := inRole{by.role, id}
		whole := isWhole(o.kinds, id)
		if whole || !o.isUsed(slot, used, anyone) {
			dropByLast(&x.used, used)
		}
		if own != nil && (whole || !o.isUsed(slot, used, by.framework)) {
			dropByLast(&own.used, used)
		}
	}
	if own != nil && len(own.used) == 0 {
		x.dropOwn(by.framework)
	}
}

// anyone stands for all frameworks.
const anyone = slots.None

// isUsed reports whether a framework, or anyone, holds any of an item for a role.
func (o *Vectors) isUsed(slot slots.Agent, used inRole, by slots.Framework) bool {
	for who, held := range o.held(slot) {
		if who.role != used.role || by != anyone && by != who.framework {
			continue
		}
		if who == o.taken.by {
			var rest resource.Bag
			rest.CopyFrom(held)
			rest.Sub(&o.taken.Bag, o.kinds)
			held = &rest
		}
		if has(held, used.item) {
			return true
		}
	}
	return false
}
