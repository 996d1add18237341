package generator

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
)

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
