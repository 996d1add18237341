package standing

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

var trees = flag.Int("trees", 5_000, "how many trees TestRandomTreesAgreeWithTheReference makes up")

// The code agrees with the reference, to the thousandth, on trees of all kinds; and what is said of sums holds.
func TestRandomTreesAgreeWithTheReference(t *testing.T) {
	for seed := range *trees {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		x, nodes, top := randomTree(random)
		x.divide()
		standings(top, big.NewInt(int64(x.total[0])), big.NewInt(int64(x.supply[0])))
		for i, n := range nodes {
			got := [...]alloc.Amount{x.kept[i], x.low[i], x.deserved[i], x.fair[i]}
			for k, want := range [...]*big.Int{n.kept, n.low, n.deserved, n.fair} {
				require.True(t, want.IsInt64() && want.Int64() == int64(got[k]), "tree %d, node %d of %v, figure %d: %v, and not %v", seed, i, x.parents, k, got[k], want)
			}
		}
		requireSums(t, x)
	}
}

// requireSums holds a tree to what doc.go says of sums.
func requireSums(t *testing.T, x *tree) {
	for node := -1; node < len(x.parents); node++ {
		deserved, fair, kept := alloc.Amount(0), alloc.Amount(0), alloc.Amount(0)
		for _, child := range x.below(node) {
			require.True(t, x.fair[child] <= x.asks[child])
			deserved, fair, kept = deserved+x.deserved[child], fair+x.fair[child], kept+x.kept[child]
		}
		switch {
		case len(x.below(node)) == 0:
		case node < 0:
			require.Equal(t, x.total[0], deserved)
			require.LessOrEqual(t, fair, x.supply[0])
		default:
			require.Equal(t, x.deserved[node], deserved)
			require.Equal(t, x.fair[node], fair)
			require.LessOrEqual(t, kept, x.kept[node])
		}
	}
}

// randomTree makes up a tree of one resource, twice.
func randomTree(random *rand.Rand) (*tree, []*node, []*node) {
	scale := []int64{3, 100, 1_000_000, 1 << 40}[random.IntN(4)]
	amount := func() alloc.Amount { return alloc.Amount(random.Int64N(scale)) }
	x := &tree{names: 1, total: []alloc.Amount{amount()}}
	x.supply = []alloc.Amount{max(0, x.total[0]-alloc.Amount(random.IntN(2))*amount()/4)}
	var nodes, top []*node
	for i := range 1 + random.IntN(12) {
		parent := -1
		if i > 0 && random.IntN(3) > 0 {
			parent = random.IntN(i)
		}
		asks, promised, revocable, limit := amount()/4, alloc.Amount(0), alloc.Amount(0), quantities.MaxSum
		if random.IntN(2) == 0 {
			asks = x.total[0]
		}
		if random.IntN(3) == 0 {
			promised = amount() / 2
		}
		if random.IntN(4) == 0 {
			revocable = amount() / 8
		}
		n := &node{weight: randomWeight(random), asks: big.NewInt(int64(asks)), promised: big.NewInt(int64(promised)), revocable: big.NewInt(int64(revocable))}
		if random.IntN(4) == 0 {
			limit = amount()
			n.limit = big.NewInt(int64(limit))
		}
		nodes = append(nodes, n)
		if parent < 0 {
			top = append(top, n)
		} else {
			nodes[parent].below = append(nodes[parent].below, n)
			x.asks[parent] = 0
		}
		x.parents, x.weights = append(x.parents, int32(parent)), append(x.weights, n.weight)
		x.asks, x.promised, x.revocable, x.limits = append(x.asks, asks), append(x.promised, promised), append(x.revocable, revocable), append(x.limits, limit)
	}
	return x, nodes, top
}

func randomWeight(random *rand.Rand) float64 {
	switch random.IntN(8) {
	case 0:
		return []float64{5e-324, 1e-310, 1e300, 1.5e308}[random.IntN(4)]
	case 1:
		return 0.1 + random.Float64()
	}
	return float64(1 + random.IntN(5))
}

// Where all together are more than can be counted, nobody gets more than it asks for, and all is given.
func TestSumsThatCanNotBeCounted(t *testing.T) {
	for _, low := range []alloc.Amount{0, quantities.MaxSum / 2, quantities.MaxSum - 1} {
		for _, amount := range []alloc.Amount{1, quantities.MaxSum / 2, quantities.MaxSum} {
			claims := []claim{{Weight: 3, Low: low, High: quantities.MaxSum}, {Weight: 1, Low: low, High: quantities.MaxSum - 1}, {Weight: 1, Low: low, High: quantities.MaxSum}}
			divide(amount, claims)
			left := amount
			for _, c := range claims {
				require.True(t, 0 <= c.part && c.part <= c.High)
				left -= c.part
			}
			require.Zero(t, left)
		}
	}
}
