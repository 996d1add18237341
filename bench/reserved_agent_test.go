package bench

import (
	"math/rand/v2"

	"github.com/apportion/apportion/core/alloc"
)

// reservedAgent is the agent of Mesos's UpdateAllocation: reservations of
// CPUs, memory, disk and ports, each with a label of its own, all in use.
// The framework of the first role takes its reservations away and makes them
// again.
type reservedAgent struct {
	*World
	reserved, unreserved []alloc.Resource
	unreserving          []alloc.Conversion // one for each resource, as Mesos's
	reserving            []alloc.Conversion
}

// newReservedAgent makes sets of four reservations for each role, whose ports
// are so many ranges.
func newReservedAgent(o alloc.Options, roles, sets, ranges int) *reservedAgent {
	random := rand.New(rand.NewPCG(1, 2))
	w := &reservedAgent{World: NewWorld(o)}
	info := AgentInfo(0, nil)
	for i := range roles {
		path := "role-" + letters(random, 36)
		role := must(w.InternRole(path))
		w.Roles = append(w.Roles, role)
		w.AddFrameworkOf(FrameworkInfo(FrameworkName(i), role))
		var used []alloc.Resource
		for range sets {
			for _, name := range []string{"cpus", "mem", "disk", "ports"} {
				used = append(used, w.set(i, name, path, letters(random, 36), ranges)...)
			}
		}
		info.Total = append(info.Total, used...)
		info.Used = append(info.Used, alloc.Usage{Framework: FrameworkName(i), Role: role, Resources: used})
	}
	w.AddAgentOf(info)
	return w
}

// set is one reservation, kept with its unreserved counterpart if it is of
// the first role.
func (w *reservedAgent) set(role int, name, path, label string, ranges int) []alloc.Resource {
	kind := alloc.Kind{Name: name}
	if name == "ports" {
		kind.Type = alloc.Ranges
	}
	plain := must(w.InternKind(kind))
	kind.Reservations = []alloc.Reservation{{
		Type:   alloc.Dynamic,
		Role:   path,
		Labels: []alloc.Label{{Key: "Label", Value: &label}},
	}}
	amounts := func(k alloc.KindID) []alloc.Resource {
		if kind.Type == alloc.Scalar {
			return []alloc.Resource{units(k, 100)}
		}
		var spans []alloc.Resource
		for i := range uint64(ranges) {
			spans = append(spans, alloc.IntervalOf(k, 2*i+2, 2*i+2))
		}
		return spans
	}
	reserved, unreserved := amounts(must(w.InternKind(kind))), amounts(plain)
	if role == 0 {
		w.reserved = append(w.reserved, reserved...)
		w.unreserved = append(w.unreserved, unreserved...)
		w.unreserving = append(w.unreserving, alloc.Conversion{Consumed: reserved, Converted: unreserved})
		w.reserving = append(w.reserving, alloc.Conversion{Consumed: unreserved, Converted: reserved})
	}
	return reserved
}

func (w *reservedAgent) unreserve() {
	check(w.UpdateAllocation(w.conversion(w.reserved, w.unreserving)))
}

func (w *reservedAgent) reserve() {
	check(w.UpdateAllocation(w.conversion(w.unreserved, w.reserving)))
}

// conversion converts all that the first framework holds.
func (w *reservedAgent) conversion(from []alloc.Resource, by []alloc.Conversion) alloc.AllocationUpdate {
	return alloc.AllocationUpdate{
		Framework:   w.Frameworks[0],
		Agent:       w.Agents[0],
		Role:        w.Roles[0],
		Offered:     from,
		Conversions: by,
	}
}

func letters(random *rand.Rand, n int) string {
	s := make([]byte, n)
	for i := range s {
		s[i] = byte('a' + random.IntN(26))
	}
	return string(s)
}
