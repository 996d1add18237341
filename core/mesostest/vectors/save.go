//go:build mesos_vectors

package vectors

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Save writes the generator, and the vectors of each agent.
func (o *Vectors) Save(w *frames.Writer) {
	for _, x := range o.random.state {
		w.Int(int64(x))
	}
	w.Uint(uint64(o.random.next))
	w.Uint(uint64(len(o.agents)))
	w.Done()
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
		w.Done()
	}
}

func saveUsed(w *frames.Writer, list []inRole) {
	w.Uint(uint64(len(list)))
	for _, x := range list {
		w.Uint(uint64(x.role))
		w.Uint(uint64(x.item))
	}
}

// Load reads into an order without agents what Save wrote.
func (o *Vectors) Load(r *frames.Reader) {
	for i := range o.random.state {
		o.random.state[i] = int32(r.Int())
	}
	o.random.next = int(r.Below(uint64(len(o.random.state)), "number of the generator"))
	agents := r.Below(uint64(o.all.Len())+1, "agent")
	for range agents {
		if r.Err() != nil {
			return
		}
		r.More()
		var x vectors
		for range r.Count("items of a vector") {
			x.total = append(x.total, o.loadItem(r))
		}
		x.used = o.loadUsed(r)
		for range r.Count("frameworks") {
			own := ownedVectors{framework: slots.Framework(r.Below(uint64(o.frameworks.Len()), "framework"))}
			own.used = o.loadUsed(r)
			x.own = append(x.own, own)
		}
		o.agents = append(o.agents, x)
	}
}

func (o *Vectors) loadUsed(r *frames.Reader) (list []inRole) {
	for range r.Count("items in use") {
		role := r.Uint()
		if r.Err() == nil && (role >= 1<<32 || !o.roles.Has(uint32(role))) {
			r.Fail("role %d is not known", role)
		}
		list = append(list, inRole{api.RoleID(role), o.loadItem(r)})
	}
	return list
}

func (o *Vectors) loadItem(r *frames.Reader) resource.ItemID {
	id := r.Uint()
	if r.Err() == nil && (id >= 1<<32 || !o.kinds.Knows(resource.ItemID(id))) {
		r.Fail("item %d is not known", id)
		return 0
	}
	return resource.ItemID(id)
}
