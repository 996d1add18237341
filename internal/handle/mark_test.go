package handle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A mark comes off again, leaves what is of no sort alone, and changes no sort and no sign.
func TestMarkComesOff(t *testing.T) {
	for _, generation := range []uint32{1, 2, MaxGeneration} {
		m := MarkOf(Make(Instance, generation, MaxMarkedInstances-1))
		for _, slot := range []uint32{0, 1, math.MaxUint32} {
			h := Make(Agent, 1, slot)
			require.NotEqual(t, h, m.On(h))
			require.Equal(t, h, m.On(m.On(h)))
			require.Equal(t, Agent, TagOf(m.On(h)))
		}
		for _, h := range []uint64{0, 1, 1<<tagShift - 1} {
			require.Equal(t, h, m.On(h))
		}
	}
}

// To one instance, what another has given out has not been given out: neither if both are
// there, nor if one came after the other.
func TestMarksTellInstancesApart(t *testing.T) {
	var instances, agents []uint64
	for _, slot := range []uint32{0, 1, 511, MaxMarkedInstances - 1} {
		for _, generation := range []uint32{1, 2, 3, 1<<generationBits - 1} {
			instances = append(instances, Make(Instance, min(generation, MaxGeneration), slot))
		}
	}
	for _, slot := range []uint32{0, 1, 1<<slotBits - 1} {
		for _, generation := range []uint32{1, 2, 3, 1<<generationBits - 1} {
			agents = append(agents, Make(Agent, min(generation, MaxGeneration), slot))
		}
	}
	for _, one := range instances {
		for _, other := range instances {
			for _, agent := range agents {
				seen := MarkOf(other).On(MarkOf(one).On(agent))
				require.Equal(t, MarkOf(one) != MarkOf(other), OfAnotherInstance(seen), "%x of %x in %x", agent, one, other)
			}
		}
	}
}
