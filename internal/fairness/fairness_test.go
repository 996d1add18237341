package fairness

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// claims are of weights and highest amounts, and of lowest ones where there are some.
func siblings(weights []float64, highs, lows []quantities.Amount) *Siblings {
	s := &Siblings{}
	for i, high := range highs {
		c := Claim{Of: int32(i), High: high}
		if lows != nil {
			c.Low = lows[i]
		}
		s.Claims = append(s.Claims, c)
	}
	s.Weigh(func(of int32) float64 { return weights[of] })
	return s
}

func parts(s *Siblings) (list []quantities.Amount) {
	for _, c := range s.Claims {
		list = append(list, c.Part)
	}
	return list
}

func TestDivide(t *testing.T) {
	type list = []quantities.Amount
	for name, c := range map[string]struct {
		amount  quantities.Amount
		weights []float64
		high    list
		low     list
		want    list
	}{
		"by weight":                   {900, []float64{1, 2}, list{1000, 1000}, nil, list{300, 600}},
		"up to demand":                {900, []float64{1, 1, 3}, list{100, 1000, 1000}, nil, list{100, 200, 600}},
		"more than all demand":        {1000, []float64{1, 1}, list{100, 200}, nil, list{100, 200}},
		"nobody demands anything":     {0, []float64{1, 1}, list{0, 0}, nil, list{0, 0}},
		"not less than a floor":       {900, []float64{1, 1, 1}, list{1000, 1000, 1000}, list{500, 0, 0}, list{500, 200, 200}},
		"a floor that is not bound":   {900, []float64{1, 1, 1}, list{1000, 1000, 1000}, list{100, 0, 0}, list{300, 300, 300}},
		"a weight beside nothing":     {1000, []float64{1e308, 1, 1}, list{1000, 1000, 1000}, nil, list{1000, 0, 0}},
		"the rest of a large weight":  {1000, []float64{1e308, 1, 1}, list{400, 1000, 1000}, nil, list{400, 300, 300}},
		"weights beyond their sum":    {1000, []float64{1e308, 1.5e308, 1.5e308}, list{1000, 1000, 1000}, nil, list{250, 375, 375}},
		"no weight to speak of":       {1000, []float64{5e-324, 5e-324}, list{1000, 1000}, nil, list{500, 500}},
		"floors beyond what there is": {400, []float64{1, 1}, list{1000, 1000}, list{600, 200}, list{300, 100}},
		"what is left after rounding": {100, []float64{1, 1, 1}, list{1000, 1000, 1000}, nil, list{34, 33, 33}},
	} {
		s := siblings(c.weights, c.high, c.low)
		s.Divide(c.amount)
		require.Equal(t, c.want, parts(s), name)
	}
}

// What is divided is all of it or all that is demanded; and nobody could get more
// without somebody getting less who has no more for their weight.
func TestDivideIsMaxMinFair(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := func(below quantities.Amount) quantities.Amount { return quantities.Amount(random.Int64N(int64(below))) }
	for range 2000 {
		n := 1 + random.IntN(8)
		weights, highs, lows := make([]float64, n), make([]quantities.Amount, n), make([]quantities.Amount, n)
		demand, floors := quantities.Amount(0), quantities.Amount(0)
		for i := range n {
			weights[i], highs[i] = 1+float64(random.IntN(4)), some(1e9)
			lows[i] = min(highs[i], some(2e8)*some(2))
			demand, floors = demand+highs[i], floors+lows[i]
		}
		amount := floors + some(1+max(0, demand*6/5-floors))
		s := siblings(weights, highs, lows)
		s.Divide(amount)
		sum, level := quantities.Amount(0), 0.0
		for i, part := range parts(s) {
			sum += part
			require.True(t, lows[i] <= part && part <= highs[i])
			if part > lows[i] {
				level = max(level, float64(part-1)/weights[i])
			}
		}
		require.Equal(t, min(amount, demand), sum)
		for i, part := range parts(s) {
			if part < highs[i] {
				require.GreaterOrEqual(t, float64(part+1)/weights[i], level)
			}
		}
	}
}

// Where all together are more than can be counted, nobody gets more than it asks for, and all is given.
func TestSumsThatCanNotBeCounted(t *testing.T) {
	for _, low := range []quantities.Amount{0, quantities.MaxSum / 2, quantities.MaxSum - 1} {
		for _, amount := range []quantities.Amount{1, quantities.MaxSum / 2, quantities.MaxSum} {
			s := siblings([]float64{3, 1, 1}, []quantities.Amount{quantities.MaxSum, quantities.MaxSum - 1, quantities.MaxSum}, []quantities.Amount{low, low, low})
			s.Divide(amount)
			left := amount
			for _, c := range s.Claims {
				require.True(t, 0 <= c.Part && c.Part <= c.High)
				left -= c.Part
			}
			require.Zero(t, left)
		}
	}
}

func TestJain(t *testing.T) {
	require.Equal(t, 1.0, Jain(nil))
	require.Equal(t, 1.0, Jain([]float64{0, 0}))
	require.Equal(t, 1.0, Jain([]float64{2, 2, 2}))
	require.InDelta(t, 0.25, Jain([]float64{1, 0, 0, 0}), 1e-12)
}
