package generator

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
)

// CastOfSeed is the cast for a seed: one in two is like Mesos, the others go round what
// the core can do besides.
func CastOfSeed(seed uint64) *sequence.Cast {
	c := sequence.NewCast()
	c.OnAdvance, c.Options = false, alloc.Options{AgentOrder: alloc.OrderByID, Seed: seed}
	c.Start.StrictUse = seed/16%3 == 2
	switch seed % 16 {
	default:
		c.Faithful, c.AtOnce, c.Start.Seed = true, false, seed
	case 8: // what Mesos has no answer to
	case 9:
		c.Options.AgentOrder = alloc.OrderRandom
	case 10:
		c.Options.AgentOrder, c.Options.RoleSorter, c.Options.FrameworkSorter = alloc.OrderRandom, alloc.Random, alloc.Random
	case 11:
		c.Options.FrameworkSorter, c.Every = alloc.Random, 2
	case 12:
		c.Every = 3
	case 13:
		c.Options.NestedQuota = true
	case 14:
		c.Options.NestedQuota, c.Options.AgentOrder = true, alloc.OrderRandom
	case 15:
		c.Options.AgentOrder, c.Every = alloc.OrderRandom, 4
	}
	return c
}

// Play draws calls and has a player that was started carry them out. Some are refused.
func (d *Generator) Play(p *sequence.Player, calls int) {
	var numbered []alloc.Resource
	var loans []alloc.Loan
	for range calls {
		c, _ := d.Next()
		if p.Play(c) == nil {
			d.accounts.Learn(c)
		}
		for i := range p.Cycles {
			for o, resources := range p.Cycles[i].All() {
				numbered = p.Numbered(numbered[:0], resources)
				d.accounts.Offers(accounts.Place{Framework: p.FrameworkOf(o.Framework), Role: p.RoleOf(o.Role), Agent: p.AgentOf(o.Agent)}, numbered)
			}
			for _, o := range p.Cycles[i].InverseOffers {
				d.accounts.Asks(p.AgentOf(o.Agent), p.FrameworkOf(o.Framework))
			}
		}
		if x, ok := p.Target.(interface {
			Loans([]alloc.Loan) []alloc.Loan
		}); ok && d.has(lending) {
			loans = x.Loans(loans[:0])
			d.accounts.LearnLoans(p, loans)
		}
	}
}
