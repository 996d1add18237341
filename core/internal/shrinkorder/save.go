package shrinkorder

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
)

// Limits bound the numbers that Load may read.
type Limits struct {
	Agents, Frameworks int
	HasRole            func(role uint32) bool
	HasItem            func(id resource.ItemID) bool
}

// Save writes the generator, and the vectors of each agent. It calls done after each.
func (o *Vectors) Save(w *wire.Writer, done func()) {
	if o == nil {
		return
	}
	for _, x := range o.random.state {
		w.Int(int64(x))
	}
	w.Uint(uint64(o.random.next))
	w.Uint(uint64(len(o.agents)))
	done()
	for i := range o.agents {
		x := &o.agents[i]
		w.Uint(uint64(len(x.total)))
		for _, id := range x.total {
			w.Uint(uint64(id))
		}
		saveUsed(w, x.used)
		w.Uint(uint64(len(x.own)))
		for _, own := range x.own {
			w.Uint(uint64(own.framework))
			saveUsed(w, own.used)
		}
		done()
	}
}

func saveUsed(w *wire.Writer, list []inRole) {
	w.Uint(uint64(len(list)))
	for _, x := range list {
		w.Uint(uint64(x.role))
		w.Uint(uint64(x.item))
	}
}

// Load reads into an order without agents what Save wrote. It calls more before each.
func (o *Vectors) Load(r *wire.Reader, limits Limits, more func()) {
	if o == nil {
		return
	}
	for i := range o.random.state {
		o.random.state[i] = int32(r.Int())
	}
	o.random.next = int(r.Below(uint64(len(o.random.state)), "number of the generator"))
	agents := r.Below(uint64(limits.Agents)+1, "agent")
	for range agents {
		if r.Err() != nil {
			return
		}
		more()
		var x vectors
		for range r.Count("items of a vector") {
			x.total = append(x.total, loadItem(r, limits))
		}
		x.used = loadUsed(r, limits)
		for range r.Count("frameworks") {
			own := ownedVectors{framework: slots.Framework(r.Below(uint64(limits.Frameworks), "framework"))}
			own.used = loadUsed(r, limits)
			x.own = append(x.own, own)
		}
		o.agents = append(o.agents, x)
	}
}

func loadUsed(r *wire.Reader, limits Limits) (list []inRole) {
	for range r.Count("items in use") {
		role := r.Uint()
		if r.Err() == nil && (role >= 1<<32 || !limits.HasRole(uint32(role))) {
			r.Fail("role %d is not known", role)
		}
		list = append(list, inRole{uint32(role), loadItem(r, limits)})
	}
	return list
}

func loadItem(r *wire.Reader, limits Limits) resource.ItemID {
	id := r.Uint()
	if r.Err() == nil && (id >= 1<<32 || !limits.HasItem(resource.ItemID(id))) {
		r.Fail("item %d is not known", id)
		return 0
	}
	return resource.ItemID(id)
}
