package bench

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// Machine is a bundle of unreserved resources, in whole units and MB.
type Machine struct{ CPUs, Mem, Disk int64 }

// Resources are those of a machine, without ports.
func (w *World) Resources(m Machine) []alloc.Resource {
	return []alloc.Resource{
		units(w.CPUs, m.CPUs),
		units(w.Mem, m.Mem),
		units(w.Disk, m.Disk),
	}
}

// Quantities are a machine's as quota names them.
func (m Machine) Quantities() []alloc.Quantity {
	return []alloc.Quantity{quantity("cpus", int(m.CPUs)), quantity("mem", int(m.Mem)), quantity("disk", int(m.Disk))}
}

// The ports of agents in Mesos's benchmarks.
const firstPort, lastPort = 31000, 32000

// AgentResources are those of agents in most of Mesos's benchmarks: 24 CPUs,
// 4 GB of memory, 4 GB of disk and a thousand ports.
func (w *World) AgentResources() []alloc.Resource {
	return append(w.Resources(Machine{24, 4096, 4096}), alloc.IntervalOf(w.Ports, firstPort, lastPort))
}

// UsedResources are what frameworks use on such an agent in Mesos's
// SuppressOffers: 16 CPUs, 1 GB of memory and of disk, and 16 ranges of ports
// that leave 15 single ports free.
func (w *World) UsedResources() []alloc.Resource {
	return append(w.Resources(Machine{16, 1024, 1024}), fragments(w.Ports, firstPort, lastPort, 16)...)
}

// fragments are n ranges with gaps of one number: single numbers, and a last
// one that extends to the end.
func fragments(kind alloc.KindID, begin, end uint64, n int) []alloc.Resource {
	spans := make([]alloc.Resource, n)
	for i := range spans {
		at := begin + 2*uint64(i)
		spans[i] = alloc.IntervalOf(kind, at, at)
	}
	spans[n-1].End = end
	return spans
}

func units(kind alloc.KindID, n int64) alloc.Resource {
	return alloc.ScalarOf(kind, quantities.Amount(n)*quantities.Unit)
}

// Labels are n labels that all agents share and one that no other has, last,
// where a comparison finds it last.
func Labels(shared int, key, value string) []alloc.Label {
	labels := make([]alloc.Label, 0, shared+1)
	for i := range shared {
		v := fmt.Sprintf("value%d", i)
		labels = append(labels, alloc.Label{Key: fmt.Sprintf("key%d", i), Value: &v})
	}
	return append(labels, alloc.Label{Key: key, Value: &value})
}

// sharedVolume is agent i's shared volume of 1 GB, reserved for role 0.
func (w *World) sharedVolume(i int) alloc.Resource {
	id := fmt.Sprintf("id%d", i)
	return units(must(w.InternKind(alloc.Kind{
		Name:         "disk",
		Reservations: []alloc.Reservation{{Type: alloc.Static, Role: RoleName(0)}},
		Disk:         &alloc.Disk{Persistence: &id},
		Shared:       true,
	})), 1024)
}

// Reserved is the kind of a resource reserved dynamically for a role.
func (w *World) Reserved(name, role, principal string, labels []alloc.Label) alloc.KindID {
	return must(w.InternKind(alloc.Kind{Name: name, Reservations: []alloc.Reservation{{
		Type:      alloc.Dynamic,
		Role:      role,
		Principal: &principal,
		Labels:    labels,
	}}}))
}
