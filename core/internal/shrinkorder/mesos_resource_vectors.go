package shrinkorder

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Ledger is the part of the allocator's ledger that Vectors reads.
type Ledger interface {
	// TotalOf returns an agent's total.
	TotalOf(agent slots.Agent) *resource.Bag
	// AllocationsOn returns how many holders of offered or allocated resources an agent
	// has, and AllocationOn the i-th of them with its resources.
	AllocationsOn(agent slots.Agent) int
	AllocationOn(agent slots.Agent, i int) (Holder, *resource.Bag)
	// LentOn yields what is lent of an agent's total, in the order in which it was, with who
	// holds what instead.
	LentOn(agent slots.Agent, yield func(by Holder, lent, held resource.Count))
}

// Vectors is Mesos's own order, for replaying recordings: it depends on the order of
// Mesos's vectors of resources, and on all shuffles before (glibcRand). Calls that change
// the ledger outside of a cycle tell it. A nil Vectors keeps nothing.
//
// Invariants, for each agent:
//  1. total has exactly the items of the agent's total, each once, whole disks once for each copy;
//  2. used has exactly the pairs of a role and an item that anyone holds for it, likewise;
//  3. own has the same for each framework by itself.
type Vectors struct {
	kinds  *resource.Kinds
	ledger Ledger
	agents []vectors // by agent
	random glibcRand

	// These are of the framework last considered:
	free       Vector // items free on the agent
	left       Vector // items that the last pass kept; all of free before the first
	guaranteed Vector // items that fill a guarantee
	considered bool   // Consider was called for the offer to come
	burst      bool   // OnceGuaranteed was called
	offer      Vector // scratch of offerVector

	unused resource.Bag // scratch of freeOn
}

// vectors are the vectors of one agent.
type vectors struct {
	total Vector
	used  []inRole       // by anyone
	own   []ownedVectors // by each framework
}

// inRole is an item allocated to a role.
type inRole struct {
	role uint32
	item resource.ItemID
}

type ownedVectors struct {
	framework slots.Framework
	used      []inRole
}

// NewVectors returns the order of an allocator without agents.
func NewVectors(kinds *resource.Kinds, ledger Ledger) *Vectors {
	return &Vectors{kinds: kinds, ledger: ledger, random: newGlibcRand(1)}
}

func (o *Vectors) agent(agent slots.Agent) *vectors {
	for int(agent) >= len(o.agents) {
		o.agents = append(o.agents, vectors{})
	}
	return &o.agents[agent]
}

func (o *Vectors) fork() *Vectors {
	if o == nil {
		return nil
	}
	return &Vectors{
		kinds: o.kinds, ledger: o.ledger, random: o.random,
		agents:     slices.Clip(o.agents), // for vectors that there are not yet
		free:       slices.Clone(o.free),
		left:       slices.Clone(o.left),
		guaranteed: slices.Clone(o.guaranteed),
		considered: o.considered, burst: o.burst,
	}
}

func (o *Vectors) consider(agent slots.Agent) {
	o.free = o.freeOn(o.free[:0], agent)
	o.left = append(o.left[:0], o.free...)
	o.considered, o.burst = true, false
}

// sequence is Order.Sequence. Mesos shuffles only if something bounds the counts.
func (o *Vectors) sequence(counts []resource.Count, bounded bool) []resource.Count {
	counts = resource.EachCopy(o.kinds, counts)
	inOrder(counts, o.left)
	if bounded {
		o.random.shuffle(counts)
	}
	return counts
}

// inOrder sorts counts as left has their items, first those that it has not.
func inOrder(counts []resource.Count, left Vector) {
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

func (o *Vectors) kept(counts []resource.Count) {
	o.left = o.left[:0]
	for _, c := range counts {
		o.left = append(o.left, c.Item())
	}
}

func (o *Vectors) onceGuaranteed(left *resource.Bag) {
	o.guaranteed, o.burst = append(o.guaranteed[:0], o.left...), true
	o.left = o.left[:0]
	for _, id := range o.free {
		if left.Has(id) || slices.Contains(o.guaranteed, id) {
			o.left = append(o.left, id)
		}
	}
	for _, id := range o.guaranteed {
		o.left.Drop(id, left, o.kinds)
	}
}

func (o *Vectors) offered(agent slots.Agent, to Holder, offer *resource.Bag) {
	if !o.considered {
		o.consider(agent)
	}
	o.considered = false
	o.Used(agent, to, o.offerVector(offer))
}

// offerVector returns the order of an offer: first the items that quota does not bound,
// then those that fill guarantees, then the others as quota left them.
func (o *Vectors) offerVector(offer *resource.Bag) Vector {
	v := o.offer[:0]
	defer func() { o.offer = v }()
	for _, id := range o.free {
		if o.kinds.Flags(id)&resource.QuotaMask != 0 && offer.Has(id) {
			v.Add(id, o.kinds)
		}
	}
	if o.burst {
		for _, part := range []Vector{o.guaranteed, o.left} {
			for _, id := range part {
				v.Add(id, o.kinds)
			}
		}
		return v
	}
	for _, id := range o.left {
		if o.kinds.Flags(id)&resource.QuotaMask == 0 && offer.Has(id) {
			v.Add(id, o.kinds)
		}
	}
	return v
}

// freeOn appends the order of an agent's free resources: total, from which the items of
// used are dropped in their order, then the shared ones (Slave::updateAvailable).
func (o *Vectors) freeOn(v Vector, agent slots.Agent) Vector {
	x, total, left := o.agent(agent), o.ledger.TotalOf(agent), &o.unused
	left.CopyFrom(total)
	shared := total.Flags&resource.Shared != 0
	for _, id := range x.total {
		if !shared || !o.shared(id) {
			v = append(v, id)
		}
	}
	holders := o.ledger.AllocationsOn(agent)
	for _, used := range x.used {
		if resource.IsWhole(o.kinds, used.item) {
			v.Drop(used.item, left, o.kinds)
			continue
		}
		if shared && o.shared(used.item) || !left.Has(used.item) {
			continue
		}
		o.ledger.LentOn(agent, func(by Holder, _, held resource.Count) {
			if by.Role == used.role && held.Item() == used.item {
				left.AddCount(held) // which is not of the total
			}
		})
		for i := range holders {
			if by, b := o.ledger.AllocationOn(agent, i); by.Role == used.role {
				left.SubOnly(used.item, b, o.kinds)
			}
		}
		v.Drop(used.item, left, o.kinds)
	}
	o.ledger.LentOn(agent, func(_ Holder, lent, _ resource.Count) {
		left.SubOnly(lent.Item(), &resource.Bag{Counts: []resource.Count{lent}}, o.kinds)
		v.Drop(lent.Item(), left, o.kinds)
	})
	if !shared {
		return v
	}
	for _, id := range x.total {
		if o.shared(id) {
			v = append(v, id)
		}
	}
	return v
}

func (o *Vectors) shared(id resource.ItemID) bool { return o.kinds.Flags(id)&resource.Shared != 0 }

// Total returns the vector of an agent's total.
func (o *Vectors) Total(agent slots.Agent) Vector {
	if o == nil {
		return nil
	}
	return o.agent(agent).total
}

// SetTotal replaces the vector of an agent's total.
func (o *Vectors) SetTotal(agent slots.Agent, v Vector) {
	if o != nil {
		o.agent(agent).total = v
	}
}

// Used says which items are now in use; the ledger knows already. They are appended to the
// agent's vector of used items and to the framework's own.
func (o *Vectors) Used(agent slots.Agent, by Holder, v Vector) {
	if o == nil || len(v) == 0 {
		return
	}
	x := o.agent(agent)
	own := x.ownOf(by.Framework)
	if own == nil {
		x.own = append(x.own, ownedVectors{framework: by.Framework})
		own = &x.own[len(x.own)-1]
	}
	for _, id := range v {
		add(&x.used, inRole{by.Role, id}, resource.IsWhole(o.kinds, id))
		add(&own.used, inRole{by.Role, id}, resource.IsWhole(o.kinds, id))
	}
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

// Unused says which items are no longer in use; the ledger knows already.
func (o *Vectors) Unused(agent slots.Agent, by Holder, v Vector) {
	if o == nil {
		return
	}
	x := o.agent(agent)
	own := x.ownOf(by.Framework)
	for _, id := range v {
		whole := resource.IsWhole(o.kinds, id)
		if whole || !o.isUsed(agent, inRole{by.Role, id}) {
			dropByLast(&x.used, inRole{by.Role, id})
		}
		if own != nil && (whole || !o.isUsedBy(agent, by, id)) {
			dropByLast(&own.used, inRole{by.Role, id})
		}
	}
	if own != nil && len(own.used) == 0 {
		x.dropOwn(by.Framework)
	}
}

// isUsed reports whether anyone holds any of an item for a role.
func (o *Vectors) isUsed(agent slots.Agent, used inRole) bool {
	for i := range o.ledger.AllocationsOn(agent) {
		if by, b := o.ledger.AllocationOn(agent, i); by.Role == used.role && b.Has(used.item) {
			return true
		}
	}
	return false
}

func (o *Vectors) isUsedBy(agent slots.Agent, holder Holder, id resource.ItemID) bool {
	for i := range o.ledger.AllocationsOn(agent) {
		if by, b := o.ledger.AllocationOn(agent, i); by == holder && b.Has(id) {
			return true
		}
	}
	return false
}

// ForgetFramework drops all that a framework used on an agent, where it holds nothing any
// more, in the order of the framework's own vector.
func (o *Vectors) ForgetFramework(agent slots.Agent, framework slots.Framework) {
	if o == nil {
		return
	}
	x := o.agent(agent)
	own := x.ownOf(framework)
	if own == nil {
		return
	}
	for _, used := range own.used {
		if resource.IsWhole(o.kinds, used.item) || !o.isUsed(agent, used) {
			dropByLast(&x.used, used)
		}
	}
	x.dropOwn(framework)
}

// ForgetAgent drops an agent.
func (o *Vectors) ForgetAgent(agent slots.Agent) {
	if o != nil {
		*o.agent(agent) = vectors{}
	}
}
