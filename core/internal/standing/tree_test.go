package standing

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/quantities"
)

var trees = flag.Int("trees", 10_000, "how many trees TestRandomTreesAgreeWithTheReference makes up")

// The code agrees with the reference model, to the thousandth, on trees of all kinds; and what is said of sums holds.
func TestRandomTreesAgreeWithTheReference(t *testing.T) {
	for seed := range *trees {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		x, own, nodes, top := randomTree(random)
		x.divide(func(node int32, of []quota) { of[0] = own[node-1] })
		model.Divide(top, big.NewInt(int64(x.total[0])), big.NewInt(int64(x.supply[0])))
		for i, n := range nodes {
			f := x.of(int32(i) + 1)[0]
			got := [...]alloc.Amount{f.Kept, x.lowOf(int32(i)+1, 0), f.Deserved, f.Fair}
			for k, want := range [...]*big.Int{n.Kept, n.Low, n.Deserved, n.Fair} {
				require.True(t, want.IsInt64() && want.Int64() == int64(got[k]), "tree %d, node %d of %v, figure %d: %v, and not %v", seed, i, x.nodes, k, got[k], want)
			}
		}
		requireSums(t, x)
	}
}

// requireSums holds a tree to what doc.go says of sums.
func requireSums(t *testing.T, x *tree) {
	for i := range x.nodes {
		deserved, fair, kept := alloc.Amount(0), alloc.Amount(0), alloc.Amount(0)
		for below := x.nodes[i].first; below != root; below = x.nodes[below].next {
			f := x.of(below)[0]
			require.True(t, f.Fair <= f.Asks)
			deserved, fair, kept = deserved+f.Deserved, fair+f.Fair, kept+f.Kept
		}
		own := x.of(int32(i))[0]
		switch {
		case x.nodes[i].first == root:
		case i == root:
			require.Equal(t, x.total[0], deserved)
			require.LessOrEqual(t, fair, x.supply[0])
		default:
			require.Equal(t, own.Deserved, deserved)
			require.Equal(t, own.Fair, fair)
			require.LessOrEqual(t, kept, own.Kept)
		}
	}
}

// randomTree makes up a tree of one resource, twice: node i + 1 of the one is nodes[i] of the other.
func randomTree(random *rand.Rand) (x *tree, own []quota, nodes, top []*model.Claim) {
	scale := []int64{3, 100, 1_000_000, 1 << 40}[random.IntN(4)]
	amount := func() alloc.Amount { return alloc.Amount(random.Int64N(scale)) }
	x = &tree{names: 1, total: []alloc.Amount{amount()}}
	x.supply = []alloc.Amount{max(0, x.total[0]-alloc.Amount(random.IntN(2))*amount()/4)}
	n := 1 + random.IntN(12)
	asked := make([]alloc.Amount, n)
	x.add(root, together, 0, 1)
	for i := range n {
		parent := -1
		if i > 0 && random.IntN(3) > 0 {
			parent = random.IntN(i)
		}
		asks, b := amount()/4, quota{limit: quantities.MaxSum}
		if random.IntN(2) == 0 {
			asks = x.total[0]
		}
		if random.IntN(3) == 0 {
			b.promised = amount() / 2
		}
		if random.IntN(4) == 0 {
			b.revocable = amount() / 8
		}
		n := &model.Claim{Weight: randomWeight(random), Asks: big.NewInt(int64(asks)), Promised: big.NewInt(int64(b.promised)), Revocable: big.NewInt(int64(b.revocable))}
		if random.IntN(4) == 0 {
			b.limit = amount()
			n.Limit = big.NewInt(int64(b.limit))
		}
		nodes, own = append(nodes, n), append(own, b)
		if parent < 0 {
			top = append(top, n)
		} else {
			nodes[parent].Below = append(nodes[parent].Below, n)
			asked[parent] = 0
		}
		x.add(int32(parent+1), ofRole, i, n.Weight)
		asked[i] = asks
	}
	x.fill()
	for i, asks := range asked {
		x.figures[i+1].Asks = asks
	}
	return x, own, nodes, top
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
