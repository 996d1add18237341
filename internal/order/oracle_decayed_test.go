package order

import (
	"math/big"
	"time"

	"github.com/apportion/apportion/quantities"
)

// oraclePast is what the oracle remembers of a node under Decayed: means in units of
// 2^-64 thousandths, by resource.
type oraclePast struct {
	means map[string]*big.Int
	since int64
}

func (p *oraclePast) clone(now int64) *oraclePast {
	c := &oraclePast{means: map[string]*big.Int{}, since: now}
	if p != nil {
		for name, m := range p.means {
			c.means[name] = new(big.Int).Set(m)
		}
	}
	return c
}

// settled is the past brought up to now: each mean's distance from what is held is
// multiplied by a factor.
func (o *oracle) settled(p *oraclePast, held map[string]quantities.Amount, now, halfLife int64) *oraclePast {
	c := p.clone(now)
	if p == nil || now <= p.since {
		return c
	}
	factor := new(big.Int).SetUint64(decayFactor(now-p.since, halfLife))
	for _, name := range resourceNames {
		if !o.dense(name) {
			continue
		}
		target := new(big.Int).Lsh(big.NewInt(int64(held[name])), 64)
		distance := new(big.Int).Neg(target)
		if m := c.means[name]; m != nil {
			distance.Add(distance, m)
		}
		sign := int64(distance.Sign())
		distance.Abs(distance).Mul(distance, factor).Rsh(distance, 64)
		c.means[name] = target.Add(target, distance.Mul(distance, big.NewInt(sign)))
	}
	return c
}

func (p *oraclePast) amount(name string) float64 {
	m := p.means[name]
	if m == nil {
		return 0
	}
	part := new(big.Int)
	whole, _ := new(big.Int).DivMod(m, new(big.Int).Lsh(big.NewInt(1), 64), part)
	return float64(whole.Uint64()) + float64(part.Uint64())/0x1p64
}

// halfLife is that by which n's usage decays, 0 if it does not.
func (o *oracle) halfLife(n *oracleNode) int64 {
	if n == o.root {
		return 0
	}
	policy := string(o.policy(n.parent))
	d, err := time.ParseDuration(policy[min(len(policy), len("decayed:half_life=")):])
	if err != nil {
		return 0
	}
	return int64(d)
}

// settle brings the past of n, and of all above it, up to now.
func (o *oracle) settle(n *oracleNode) {
	for ; n != o.root; n = n.parent {
		if h := o.halfLife(n); h > 0 {
			n.past = o.settled(n.past, n.allocation, o.now, h)
		}
	}
}

// settleAll settles all nodes below n, and n.
func (o *oracle) settleAll(n *oracleNode) {
	if h := o.halfLife(n); h > 0 {
		n.past = o.settled(n.past, n.allocation, o.now, h)
	}
	for _, child := range n.children {
		o.settleAll(child)
	}
}

// begin drops the pasts that policies do not ask for and begins those that they do.
func (o *oracle) begin(n *oracleNode) {
	if o.halfLife(n) == 0 {
		n.past = nil
	} else if n.past == nil {
		n.past = n.past.clone(o.now)
	}
	for _, child := range n.children {
		o.begin(child)
	}
}
