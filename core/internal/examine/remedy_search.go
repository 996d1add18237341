package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

const (
	// maxRemedies is how many remedies a verdict names, and maxChanges of how many
	// changes each may be.
	maxRemedies = 3
	maxChanges  = 8
	// maxSteps bounds how many ways (see fixes.go) make up a remedy. Several ways may add to the
	// same change, if it was not enough.
	maxSteps = 2 * maxChanges
	// remedyTrials bounds how often an agent is judged in the search for remedies,
	// so that it is a matter of milliseconds.
	remedyTrials = 4000
)

// remedySearch looks for the fewest changes that bring an applicant an offer. It takes the first reason that keeps an
// agent back, and mends it in each way that the reason's fix returns. Then it goes on with the next reason found, until
// the agent would be offered.
type remedySearch struct {
	x        *examiner
	subjects []subject
	found    []explain.Remedy
	bound    int // changes of the shortest found
	tries    int
	joined   map[alloc.RoleID]bool // in which all agents have been tried
}

// remedies returns the remedies for one of some applicants. They begin with one of some agents or,
// with orNew, with an agent that is to be added.
func (x *examiner) remedies(subjects []subject, orNew bool, who ...*applicant) []explain.Remedy {
	s := &remedySearch{x: x, subjects: subjects, bound: maxChanges, tries: remedyTrials, joined: map[alloc.RoleID]bool{}}
	for _, w := range who {
		base := trial{x: x, applicant: *w, asker: w.subscription, quotas: x.ownQuotas.ChangedLater()}
		s.tryAll(&base)
		if orNew {
			s.tryNewAgents(&base)
		}
	}
	x.quotas = x.ownQuotas
	x.shrinker.CutIn(x.ownOrder)
	x.openHeadroom(quantities.Row{}, x.a.Schedule.Now)
	return s.best()
}

// tryNewAgents tries agents that would be added.
func (s *remedySearch) tryNewAgents(base *trial) {
	for _, amounts := range s.x.worthAnOffer(&base.applicant) {
		t := base.fork()
		t.apply(explain.Change{Kind: explain.ChangeAddAgent, Amounts: amounts})
		if !t.isPossible() { // no agent has as much as the minimum
			t = base.fork()
			t.apply(explain.Change{Kind: explain.ChangeLowerMinimum, Party: t.party()})
			t.apply(explain.Change{Kind: explain.ChangeAddAgent, Amounts: anything})
		}
		s.try(t)
	}
	for n := range s.x.a.Totals.Total().All() {
		if len(s.found) > 0 {
			return
		}
		t := base.fork() // of what more is in use than there is, there is no headroom
		t.apply(explain.Change{Kind: explain.ChangeAddAgent, Amounts: alloc.Amounts{{Name: s.x.a.Names.String(n), Amount: alloc.Unit}}})
		s.try(t)
	}
}

// worthAnOffer returns what a new agent would have to have at least.
func (x *examiner) worthAnOffer(who *applicant) []alloc.Amounts {
	var list []alloc.Amounts
	for _, row := range who.minimum {
		if !row.IsZero() {
			list = append(list, x.a.Amounts(row))
		}
	}
	if len(list) == 0 {
		list = append(list, anything)
	}
	return list
}

// anything is enough of an agent without a minimum.
var anything = alloc.Amounts{{Name: "cpus", Amount: alloc.Unit}}

// try judges a trial, and goes on with each way to mend the first reason found.
func (s *remedySearch) try(t *trial) {
	s.tries--
	if s.tries < 0 || len(t.changes) > s.bound || !t.isPossible() {
		return
	}
	found := t.judge()
	if found == 0 {
		s.keep(t.changes)
		return
	}
	if t.steps == maxSteps {
		return
	}
	var ways [][]explain.Change
	for i := range rules {
		if found.has(i) && rules[i].fix != nil {
			ways = append(ways, rules[i].fix(t, &s.x.judgement)...)
		}
	}
	for _, way := range ways {
		next := t.fork()
		next.steps++
		for _, c := range way {
			next.apply(c)
		}
		if way[0].Kind != explain.ChangeSubscribe {
			s.try(next)
		} else if !s.joined[next.role] {
			s.joined[next.role] = true
			s.tryAll(next) // others may be offered there
		}
	}
}

// tryAll tries each agent after those of the changes that are not about one agent.
func (s *remedySearch) tryAll(base *trial) {
	for _, g := range s.subjects {
		t := base.fork()
		t.forget(explain.ChangeWhitelistHost, explain.ChangeActivateAgent, explain.ChangeUpgradeAgent)
		t.subject = g
		s.try(t)
	}
}

// keep keeps a remedy if none is shorter.
func (s *remedySearch) keep(list []explain.Change) {
	r := explain.Remedy(slices.Clone(list))
	slices.SortStableFunc(r, func(x, y explain.Change) int { return cmp.Compare(x.Kind, y.Kind) })
	if len(r) < s.bound {
		s.found, s.bound = s.found[:0], len(r)
	}
	s.found = append(s.found, r)
}

// best returns the remedies that take least, no two of the same kinds of changes.
func (s *remedySearch) best() []explain.Remedy {
	slices.SortStableFunc(s.found, compareRemedies)
	var best []explain.Remedy
	for _, r := range s.found {
		same := func(o explain.Remedy) bool {
			return slices.EqualFunc(r, o, func(x, y explain.Change) bool { return x.Kind == y.Kind })
		}
		if len(best) < maxRemedies && !slices.ContainsFunc(best, same) {
			best = append(best, r)
		}
	}
	return best
}

// compareRemedies puts the remedy that takes less first: by the kinds of changes, then by how much
// and how long.
func compareRemedies(r, o explain.Remedy) int {
	effort, amount := takes(r)
	others, othersAmount := takes(o)
	return cmp.Or(cmp.Compare(effort, others), cmp.Compare(amount, othersAmount))
}

func takes(r explain.Remedy) (effort int, amount alloc.Amount) {
	for i := range r {
		effort += effortOf(&r[i])
		for _, q := range r[i].Amounts {
			amount = resource.AddSaturating(amount, q.Amount)
		}
		if r[i].Kind == explain.ChangeLowerMinimum {
			amount = -amount // the least that has to be given up
		}
		if r[i].Until != nil {
			amount = resource.AddSaturating(amount, alloc.Amount(max(*r[i].Until, 0)))
		}
	}
	return effort, amount
}

// byEffort are the kinds of changes, those that take least first.
var byEffort = []explain.ChangeKind{
	explain.ChangeAnswer,
	explain.ChangeRevive,
	explain.ChangeWait,
	explain.ChangeResume,
	explain.ChangeActivateFramework,
	explain.ChangeActivateAgent,
	explain.ChangeWhitelistHost,
	explain.ChangeAdmitAgent,
	explain.ChangeLowerMinimum,
	explain.ChangeAddCapabilities,
	explain.ChangeRaiseLimit,
	explain.ChangeLowerGuarantee,
	explain.ChangeSubscribe,
	explain.ChangeUpgradeAgent,
	explain.ChangeAddAgent,
}

// effortOf is how much a change takes, from 1. Giving up a minimum comes last: the offer may then
// have nothing of what the minimum was about.
func effortOf(c *explain.Change) int {
	if c.Kind == explain.ChangeLowerMinimum && len(c.Amounts) == 0 {
		return len(byEffort) + 1
	}
	return slices.Index(byEffort, c.Kind) + 1
}
