// Package worth owns what is known of whom an agent is worth asking. A cycle asks it which
// agents to visit and whom to ask there, and tells it how each visit went. It reads what has
// changed since from news and roles.ToReassess.
//
// It answers three questions. Each is asked only of what those before it let pass, and costs
// more than those before it:
//
//	which agents                agents_to_visit.go, cut_agents.go, roles_with_room.go,
//	                            refusals_by_role.go, fresh_subscriptions.go
//	which roles of an agent     lacking_roles.go in the guarantee stage; fair_roles.go,
//	                            exhausted_limits.go, beyond_quota.go in the fair stage;
//	                            roles_to_ask.go in both
//	which frameworks of a role  frameworks_to_ask.go, audience.go, shared_minima.go
//
// What of its resources each may be offered is for package eligibility to say.
//
// A new reason not to ask belongs to the first question that can tell it. The type that answers it
// has what is remembered for the reason, beside the one function that forgets it.
package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// Worth is what is known of whom agents are worth asking: a type for each question.
//
// Invariant: that is invariant 2 of news.News.
type Worth struct {
	*state
	Agents     agentsToVisit
	Cuts       cutAgents
	fresh      freshSubscriptions
	Roles      rolesToAsk
	Lacking    lackingRoles
	Fair       fairRoles
	Frameworks frameworksToAsk
}

// state is what all of it reads: an allocator, the cycle under way, and the visit in it.
type state struct {
	rules      *eligibility.Rules
	news       *news.News
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	fullPass   bool // the cycle spares nobody

	Looked   Looked // what the cycle has cost so far
	headroom headroom
	visit
}

// Looked counts what the visits of a cycle looked at, whether or not they asked: tests hold
// cycles without news to it.
type Looked struct {
	Roles      int // by agent and stage
	Frameworks int // by agent, role and stage
	Minima     int // by agent and stage, that the agent before did not hold
	Again      int // agents that the next cycle asks about even without news
	Maintained int // agents of which inverse offers may be due
}

// New returns what is known of a state before its first cycle: nothing.
func New(rules *eligibility.Rules, news *news.News, kinds *kinds.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks) *Worth {
	s := &state{rules: rules, news: news, kinds: kinds, roles: roles, agents: agents, frameworks: frameworks}
	w := &Worth{state: s}
	cuts, fresh := &w.Cuts, &w.fresh
	*cuts = cutAgents{state: s, withRoom: rolesWithRoom{state: s, refusals: refusalsByRole{state: s}}}
	*fresh = freshSubscriptions{state: s}
	w.Agents = agentsToVisit{state: s, cuts: cuts, fresh: fresh}
	w.Frameworks = frameworksToAsk{state: s, cuts: cuts, fresh: fresh, minima: sharedMinima{state: s, cuts: cuts}}
	w.Roles = rolesToAsk{state: s, cuts: cuts, fresh: fresh, whom: &w.Frameworks}
	w.Lacking = lackingRoles{state: s, visits: &w.Agents, inTurn: &w.Roles}
	w.Fair = fairRoles{state: s, visits: &w.Agents, inTurn: &w.Roles, cuts: cuts,
		Exhausted: exhaustedLimits{state: s}, beyondQuota: takersBeyondQuota{state: s}, intervals: intervalsAlone{state: s}}
	return w
}

// BeginCycle begins a cycle, which spares nobody if it is a full pass. The cycle lowers the headroom that is available, and
// required, the headroom that guarantees need.
func (w *Worth) BeginCycle(fullPass bool, available, required *quantities.Row) {
	w.fullPass, w.headroom = fullPass, headroom{available, required}
	w.Looked = Looked{}
	w.Frameworks.minima.open()
	w.Fair.open()
	w.fresh.open()
	w.Cuts.withRoom.refusals.forgetRoles(w.fresh.list)
}

// OpenQuota reassesses, at the start of a cycle, the roles whose quota or consumption has
// changed, and forgets what has ended by that.
func (w *Worth) OpenQuota() {
	if w.roles.WithQuota == 0 {
		w.Cuts.forget()
	}
	w.Fair.Exhausted.open()
	for id, gain := range w.roles.ReassessAll {
		w.Fair.Exhausted.reassessed(id)
		w.Cuts.withRoom.gained(id, gain, w.Cuts.cutNames)
		w.Lacking.reassessed(gain)
	}
}

// AgentsToVisit appends the agents that the cycle visits (agentsToVisit.list).
func (w *Worth) AgentsToVisit(dst []uint64) []uint64 {
	w.Lacking.open()
	return w.Agents.list(dst)
}

// BeginFair follows the guarantee stage: it takes the agents that the fair stage need not visit out
// of the list, and makes the list anew if there are more.
func (w *Worth) BeginFair(list []uint64) []uint64 {
	if w.Cuts.beginFair() {
		return w.AgentsToVisit(list[:0])
	}
	if !w.Cuts.listed {
		return list
	}
	w.Cuts.lookAgain()
	return w.Agents.withoutOthers(list, 0)
}

// BeginStage begins a stage, whose random draws are made from a number.
func (w *Worth) BeginStage(draws uint64) {
	w.Agents.draws = draws
	w.Roles.reset()
}

// EndCycle ends a cycle.
func (w *Worth) EndCycle() {
	w.fresh.close()
	w.Cuts.close()
}
