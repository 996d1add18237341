package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/apportion/apportion/core"
)

// reservedAgent is the agent of Mesos's UpdateAllocation: reservations of
// CPUs, memory, disk and ports, each with a label of its own, all in use.
// The framework of the first role takes its reservations away and makes them
// again.
type reservedAgent struct {
	*World
	reserved, unreserved []core.Resource
	unreserving          []core.Conversion // one for each resource, as Mesos's
	reserving            []core.Conversion
}

// newReservedAgent makes sets of four reservations for each role, whose ports
// are so many ranges.
func newReservedAgent(o core.Options, roles, sets, ranges int) *reservedAgent {
	random := rand.New(rand.NewPCG(1, 2))
	w := &reservedAgent{World: NewWorld(o)}
	info := AgentInfo(0, nil)
	for i := range roles {
		path := "role-" + letters(random, 36)
		role := must(w.InternRole(path))
		w.Roles = append(w.Roles, role)
		w.AddFrameworkOf(FrameworkInfo(FrameworkName(i), role))
		var used []core.Resource
		for range sets {
			for _, name := range []string{"cpus", "mem", "disk", "ports"} {
				used = append(used, w.set(i, name, path, letters(random, 36), ranges)...)
			}
		}
		info.Total = append(info.Total, used...)
		info.Used = append(info.Used, core.Usage{Framework: FrameworkName(i), Role: role, Resources: used})
	}
	w.AddAgentOf(info)
	return w
}

// set is one reservation, kept with its unreserved counterpart if it is of
// the first role.
func (w *reservedAgent) set(role int, name, path, label string, ranges int) []core.Resource {
	kind := core.Kind{Name: name}
	if name == "ports" {
		kind.Type = core.Ranges
	}
	plain := must(w.InternKind(kind))
	kind.Reservations = []core.Reservation{{
		Type:   core.Dynamic,
		Role:   path,
		Labels: []core.Label{{Key: "Label", Value: &label}},
	}}
	amounts := func(k core.KindID) []core.Resource {
		if kind.Type == core.Scalar {
			return []core.Resource{units(k, 100)}
		}
		var spans []core.Resource
		for i := range uint64(ranges) {
			spans = append(spans, core.IntervalOf(k, 2*i+2, 2*i+2))
		}
		return spans
	}
	reserved, unreserved := amounts(must(w.InternKind(kind))), amounts(plain)
	if role == 0 {
		w.reserved = append(w.reserved, reserved...)
		w.unreserved = append(w.unreserved, unreserved...)
		w.unreserving = append(w.unreserving, core.Conversion{Consumed: reserved, Converted: unreserved})
		w.reserving = append(w.reserving, core.Conversion{Consumed: unreserved, Converted: reserved})
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
func (w *reservedAgent) conversion(from []core.Resource, by []core.Conversion) core.AllocationUpdate {
	return core.AllocationUpdate{
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
	return fmt.Sprintf("%s", s)
}
