package explanations

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// A Scene is an allocator after a history: what is said of it is tried out on copies.
type Scene struct {
	Accounts *accounts.Accounts // what is known of it
	// Copy makes a player of a copy, which has a cast of its own.
	Copy func() (*sequence.Player, *core.Allocator)
}

// take is a copy for one framework in one role: nobody else asks for offers, and nothing more is lent.
type take struct {
	*core.Allocator
	player          *sequence.Player
	accounts        *accounts.Accounts
	framework, role uint32
	info            sequence.FrameworkInfo // of the framework, after the changes so far
	quotas          map[uint32]alloc.Quota // that were changed
	offers          []alloc.Offer          // that came with changes
	cycle           alloc.Cycle
}

func (s *Scene) copy(framework, role uint32) *take {
	t := &take{accounts: s.Accounts, framework: framework, role: role, quotas: map[uint32]alloc.Quota{}}
	t.player, t.Allocator = s.Copy()
	for n := range s.Accounts.Roles {
		if len(s.Accounts.Roles[n].Lending.Most) > 0 {
			must.Do(t.SetLending(alloc.Lending{Role: must.Get(t.InternRole(t.path(uint32(n))))}))
		}
	}
	return t
}

// take makes the scene. Changes of the copy are not changes of the accounts.
func (s *Scene) take(framework, role uint32) *take {
	t := s.copy(framework, role)
	for n := range s.Accounts.FrameworksThere.All() {
		f := &s.Accounts.Frameworks[n]
		switch {
		case n == framework:
			t.info = *f.Info()
			t.suppressOthers()
		case f.Active:
			must.Do(t.DeactivateFramework(t.player.FrameworkID(n)))
		}
	}
	return t
}

// suppressOthers has all roles of the framework but one suppressed.
func (t *take) suppressOthers() {
	var roles []alloc.RoleID
	for i := range t.info.Subscriptions {
		if s := &t.info.Subscriptions[i]; s.Role != t.role {
			s.Suppressed = true
			roles = append(roles, must.Get(t.InternRole(t.path(s.Role))))
		}
	}
	if roles != nil {
		must.Do(t.SuppressOffers(t.player.FrameworkID(t.framework), roles))
	}
}

// play carries out a call, and keeps what it offers.
func (t *take) play(c *sequence.Call) {
	must.Do(t.player.Play(c))
	for i := range t.player.Cycles {
		t.offers = append(t.offers, t.player.Cycles[i].Offers...)
	}
}

// agents are all agents, in the order of their numbers.
func agents(b *accounts.Accounts) []uint32 { return slices.Sorted(b.AgentsThere.All()) }

// deactivate deactivates all agents but one.
func (t *take) deactivate(but uint32) {
	for _, n := range agents(t.accounts) {
		if n != but {
			must.Do(t.DeactivateAgent(t.player.AgentID(n)))
		}
	}
}

// isOffered says whether offered comes to be as it is wanted to. Where an agent has several kinds
// of a name, a quota's cut of them is drawn, and so is whether what is left was refused.
func (t *take) isOffered(agent uint32, want bool) bool {
	tries := 1
	for _, n := range agents(t.accounts) {
		names := map[uint32]bool{}
		for _, p := range t.accounts.Agents[n].Free {
			if k := &t.accounts.Cast.Kinds[p.Kind]; names[k.Name] && k.Quotable() {
				tries = 20
			}
			names[t.accounts.Cast.Kinds[p.Kind].Name] = true
		}
	}
	came := !want
	for ; came != want && tries > 0; tries-- {
		came = t.offered(agent)
	}
	return came
}

// offered runs a cycle and says whether the framework is offered an agent, any one if
// there is no number, now or by the changes before. What is offered is given back.
func (t *take) offered(agent uint32) bool {
	f, r := t.handles()
	came := false
	t.RequestAllocation()
	t.Allocate(t.Now(), &t.cycle)
	for _, o := range slices.Concat(t.offers, t.cycle.Offers) {
		if o.Framework != f || o.Role != r {
			must.Fail("an offer went to framework %x in role %d", o.Framework, o.Role)
		}
		came = came || agent == sequence.None || t.player.AgentID(agent) == o.Agent
	}
	t.giveBack()
	return came
}

// isRecalled says whether something of the pool is recalled: its agent is kept, which what is said before the
// cycle does not foresee.
func (t *take) isRecalled() bool {
	return slices.ContainsFunc(t.Loans(nil), func(l alloc.Loan) bool { return l.Recalled && !l.Reserved })
}

// giveBack gives back what the cycle offered.
func (t *take) giveBack() {
	for o, resources := range t.cycle.All() {
		must.Do(t.RecoverResources(alloc.RecoverRequest{
			Now: t.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
		}))
	}
}

// handles are those of the framework and the role.
func (t *take) handles() (alloc.FrameworkID, alloc.RoleID) {
	r, _ := t.InternRole(t.path(t.role))
	return t.player.FrameworkID(t.framework), r
}

func (t *take) path(role uint32) string { return t.player.Cast().Roles[role].Path }

// subject says which framework, in which role.
func (t *take) subject() string {
	return fmt.Sprintf("%s in role %s", t.player.Cast().Frameworks[t.framework], t.path(t.role))
}
