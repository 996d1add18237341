//go:build mesos_vectors

package vectors

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the generator, and of the vectors of each agent.
func (o *Vectors) Persist(c *wire.Codec) {
	for i := range o.random.state {
		wire.Int(c, &o.random.state[i])
	}
	wire.Below(c, &o.random.next, uint64(len(o.random.state)), "number of the generator")
	for i := range c.Records(len(o.agents)) {
		if c.Reads() {
			o.agents = append(o.agents, vectors{})
		}
		x := &o.agents[i]
		wire.List(c, (*[]resource.ItemID)(&x.total), "items of a vector", func(id *resource.ItemID) { o.persistItem(c, id) })
		o.persistUsed(c, &x.used)
		wire.List(c, &x.own, "frameworks", func(own *ownedVectors) {
			wire.Below(c, &own.framework, uint64(o.frameworks.Len()), "framework")
			o.persistUsed(c, &own.used)
		})
	}
	if len(o.agents) > o.all.Len() {
		c.Fail("vectors of %d agents, of %d", len(o.agents), o.all.Len())
	}
}

func (o *Vectors) persistUsed(c *wire.Codec, list *[]inRole) {
	wire.List(c, list, "items in use", func(x *inRole) {
		o.roles.PersistID(c, &x.role)
		o.persistItem(c, &x.item)
	})
}

func (o *Vectors) persistItem(c *wire.Codec, id *resource.ItemID) {
	wire.Uint(c, id)
	if c.Reads() && !c.Failed() && !o.kinds.Knows(*id) {
		c.Fail("item %d is not known", *id)
	}
}
