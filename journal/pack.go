package journal

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// What most calls are given is written by these, which a coder would write likewise, a
// value at a time: to recover the resources of an offer costs half as much so.

func packResources(b []byte, list []core.Resource) []byte {
	if list == nil {
		return append(b, 0)
	}
	b = wire.AppendUint(b, uint64(len(list)+1))
	for i := range list {
		x := &list[i]
		b = wire.AppendUint(b, uint64(x.Kind))
		b = wire.AppendInt(b, int64(x.Amount))
		b = wire.AppendUint(b, x.Begin)
		b = wire.AppendUint(b, x.End)
	}
	return b
}

func packRecoverRequest(b []byte, x *core.RecoverRequest) []byte {
	b = wire.AppendInt(b, int64(x.Now))
	b = wire.AppendUint(b, uint64(x.Framework))
	b = wire.AppendUint(b, uint64(x.Agent))
	b = wire.AppendUint(b, uint64(x.Role))
	b = packResources(b, x.Resources)
	b = wire.AppendInt(b, int64(x.RefuseFor))
	if x.Allocated {
		return append(b, 1)
	}
	return append(b, 0)
}

func packTransition(b []byte, id core.AgentID, r core.RoleID, resources []core.Resource) []byte {
	b = wire.AppendUint(b, uint64(id))
	b = wire.AppendUint(b, uint64(r))
	return packResources(b, resources)
}
