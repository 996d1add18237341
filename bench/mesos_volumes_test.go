package bench

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// sharedness says which agents' volumes are shared: none, all, or every other
// one.
type sharedness uint8

const (
	regular sharedness = iota
	shared
	mixed
)

func (s sharedness) String() string { return [...]string{"regular", "shared", "mixed"}[s] }

// persistentVolumes has agents that are reserved as a whole, with a volume on
// each. What is in use is allocated to the frameworks' role; Mesos's says
// it was to the role *, which they are not in.
func persistentVolumes(p *phases, x size, s sharedness) {
	const role = "test"
	w := newMesosWorld(role)
	capabilities := alloc.SharedResources
	if s == regular {
		capabilities = 0
	}
	addFrameworksTo(w, p, x.frameworks, capabilities)

	p.stop()
	static := []alloc.Reservation{{Type: alloc.Static, Role: role}}
	kind := func(k alloc.Kind) alloc.KindID {
		k.Reservations = static
		return must(w.InternKind(k))
	}
	cpus, mem, disk := kind(alloc.Kind{Name: "cpus"}), kind(alloc.Kind{Name: "mem"}), kind(alloc.Kind{Name: "disk"})
	ports := kind(alloc.Kind{Name: "ports", Type: alloc.Ranges})
	total := []alloc.Resource{units(cpus, 24), units(mem, 4096), units(disk, 3072), alloc.IntervalOf(ports, firstPort, lastPort)}
	used := append([]alloc.Resource{units(cpus, 16), units(mem, 1024), units(disk, 1024)}, fragments(ports, firstPort, lastPort, 16)...)
	infos := AgentInfos(x.agents, nil)
	for i := range infos {
		id := fmt.Sprintf("id%d", i)
		volume := kind(alloc.Kind{
			Name:   "disk",
			Disk:   &alloc.Disk{Persistence: &id},
			Shared: s == shared || s == mixed && i%2 == 0,
		})
		infos[i].Total = append(slices.Clone(total), units(volume, 1024))
		infos[i].Used = []alloc.Usage{w.UsageOf(i%x.frameworks, used)}
	}
	p.again()
	arrive(w, p, infos)
	rounds(w, p, 6, 0, nil)
	mustOffer(w, x.agents)
}
