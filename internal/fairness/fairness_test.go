package fairness

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDivide(t *testing.T) {
	for name, c := range map[string]struct {
		amount float64
		claims []Claim
		want   []float64
	}{
		"nobody":                      {1, nil, []float64{}},
		"by weight":                   {0.9, []Claim{{1, 1, 0}, {1, 2, 0}}, []float64{0.3, 0.6}},
		"up to demand":                {0.9, []Claim{{0.1, 1, 0}, {1, 1, 0}, {1, 3, 0}}, []float64{0.1, 0.2, 0.6}},
		"more than all demand":        {1, []Claim{{0.1, 1, 0}, {0.2, 1, 0}}, []float64{0.1, 0.2}},
		"nobody demands anything":     {0, []Claim{{0, 1, 0}, {0, 1, 0}}, []float64{0, 0}},
		"not less than a floor":       {0.9, []Claim{{1, 1, 0.5}, {1, 1, 0}, {1, 1, 0}}, []float64{0.5, 0.2, 0.2}},
		"a floor that is not bound":   {0.9, []Claim{{1, 1, 0.1}, {1, 1, 0}, {1, 1, 0}}, []float64{0.3, 0.3, 0.3}},
		"a floor beyond the demand":   {0.8, []Claim{{0.2, 1, 0.5}, {1, 1, 0}}, []float64{0.2, 0.6}},
		"a weight beside nothing":     {1, []Claim{{1, 1e308, 0}, {1, 1, 0}, {1, 1, 0}}, []float64{1, 0, 0}},
		"the rest of a large weight":  {1, []Claim{{0.4, 1e308, 0}, {1, 1, 0}, {1, 2, 0}}, []float64{0.4, 0.2, 0.4}},
		"weights beyond their sum":    {1, []Claim{{1, 1e308, 0}, {1, 1.5e308, 0}, {1, 1.5e308, 0}}, []float64{0.25, 0.375, 0.375}},
		"hardly any weight":           {1, []Claim{{1, 1e-310, 0}, {1, 1, 0}, {0.25, 1, 0}}, []float64{0, 0.75, 0.25}},
		"no weight to speak of":       {1, []Claim{{1, 5e-324, 0}, {1, 5e-324, 0}}, []float64{0.5, 0.5}},
		"floors beyond what there is": {0.4, []Claim{{1, 1, 0.6}, {1, 1, 0.2}}, []float64{0.3, 0.1}},
	} {
		require.InDeltaSlice(t, c.want, Divide(c.amount, c.claims), 1e-12, name)
	}
}

// What is divided is all of it or all that is demanded; and nobody could get more
// without somebody getting less who has no more for their weight.
func TestDivideIsMaxMinFair(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		claims := make([]Claim, 1+random.IntN(8))
		demand, floors := 0.0, 0.0
		for i := range claims {
			claims[i] = Claim{random.Float64(), 1 + float64(random.IntN(4)), 0.2 * random.Float64() * float64(random.IntN(2))}
			demand += claims[i].Demand
			floors += min(claims[i].Demand, claims[i].Floor)
		}
		amount := floors + random.Float64()*(1.2*demand-floors)
		parts := Divide(amount, claims)
		sum, level := 0.0, 0.0
		for i, c := range claims {
			sum += parts[i]
			require.LessOrEqual(t, parts[i], c.Demand+1e-9)
			require.GreaterOrEqual(t, parts[i], min(c.Floor, c.Demand)-1e-9)
			if parts[i] > min(c.Floor, c.Demand)+1e-9 {
				level = max(level, parts[i]/c.Weight)
			}
		}
		require.InDelta(t, min(amount, demand), sum, 1e-9)
		for i, c := range claims {
			if parts[i] < c.Demand-1e-9 {
				require.GreaterOrEqual(t, parts[i]/c.Weight, level-1e-9)
			}
		}
	}
}

func TestAssessComparesSiblings(t *testing.T) {
	nodes := []Node{{-1, 1, 0}, {-1, 3, 0}, {0, 1, 0}, {0, 1, 0}}
	standings := []Standing{{0.4, 1, 0}, {0.4, 1, 0}, {0.3, 1, 0}, {0.1, 0.1, 0}}
	Assess(nodes, standings)
	require.InDelta(t, 0.2, standings[0].Fair, 1e-12)
	require.InDelta(t, 0.6, standings[1].Fair, 1e-12)
	require.InDelta(t, 0.3, standings[2].Fair, 1e-12, "the sibling wants no more than it has")
	require.InDelta(t, 0.2/3, standings[1].Distance(3), 1e-12)
}

func TestJain(t *testing.T) {
	require.Equal(t, 1.0, Jain(nil))
	require.Equal(t, 1.0, Jain([]float64{0, 0}))
	require.Equal(t, 1.0, Jain([]float64{2, 2, 2}))
	require.InDelta(t, 0.25, Jain([]float64{1, 0, 0, 0}), 1e-12)
}
