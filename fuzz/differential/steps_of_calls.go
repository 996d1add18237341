package differential

import (
	"regexp"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/costs"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/steps"
)

// stepsOfCalls holds the steps of calls to what their documentation says after "Cost:". Now and
// then a call takes more, as when a table grows: hence all calls of a kind may take together
// what is due to all of them, and some in advance.
type stepsOfCalls struct {
	counter steps.Counter
	call    *sequence.Call // the one under way
	kinds   [calls.Ops]stepsOfKind
	cycle   int // those of the latest cycle
}

// stepsOfKind is about the calls of one kind.
type stepsOfKind struct{ calls, taken, due int }

const (
	stepsOfCall    = 1500 // are due to each call
	stepsOfThing   = 75   // to each thing that its cost grows with: it may have its place in an order
	stepsInAdvance = 2    // to each thing that there is
	stepsOfNothing = 32   // to each thing that there is, in a cycle without news
	stepsOfVisit   = 60   // to each pair that a cycle may look at
	bytesOfThing   = 4    // of a call's record

	manyCalls = 200 // of a kind: after these one in fewCalls is counted
	fewCalls  = 16
)

// countSteps has the steps of calls counted, if the program is built to count them.
func (m *match) countSteps() {
	if m.steps.counter.Counts() {
		m.subject.Around = m.count
	}
}

// count makes a call of the core, and counts its steps. Those of a cycle are for looks to judge.
func (m *match) count(x calls.Call, make func()) {
	s := &m.steps
	op := x.Op()
	k := &s.kinds[op]
	k.calls++
	if op == calls.OpAllocate {
		s.cycle = int(s.counter.Of(make))
		return
	}
	if k.calls > manyCalls && k.calls%fewCalls != 0 {
		make()
		return
	}
	sizes := m.sizes(x)
	k.due += stepsOfCall + stepsOfThing*promised(op, sizes)
	taken := int(s.counter.Of(make))
	k.taken += taken
	if advance := stepsInAdvance * (sizes["agents"] + sizes["roles"] + sizes["minima"]); k.taken > k.due+advance {
		m.check = "steps"
		cost, _, _ := costs.Promised(op.String())
		must.Fail("calls of %s took %d steps, the last of them %d, and %d at most are due to their cost: %s\nthere is %v",
			op, k.taken, taken, k.due+advance, cost, sizes)
	}
}

// words are those in which costs are told, what of a call's sizes they are about, and how many
// things each of it stands for: a role of a framework is a subscription with its places in several
// orders, and a minimum.
var words = []struct {
	told *regexp.Regexp
	size string
	each int
}{
	{regexp.MustCompile(`agents|each agent|candidate`), "agents", 1},
	{regexp.MustCompile(`in the frameworks|answers`), "frameworks", 1},
	{regexp.MustCompile(`in the roles`), "roles", 1},
	{regexp.MustCompile(`its roles|roles of the frameworks`), "roles of the framework", 16},
	{regexp.MustCompile(`roles that lend|roles that are bounded`), "roles", 1},
	{regexp.MustCompile(`to the loans`), "agents", 1}, // on which they are
	{regexp.MustCompile(`depth|part of the path`), "depth", 1},
	{regexp.MustCompile(`held|holds|uses|the agent has`), "held", 1},
	{regexp.MustCompile(`refuse|filter`), "refused", 1},
	{regexp.MustCompile(`excluded`), "minima", 1},
	{regexp.MustCompile(`is excluded from|former one`), "exclusions", 1},
	{regexp.MustCompile(`named|list|path`), "named", 1},
}

// promised is how many things the cost of a call grows with, by its documentation. What it is
// known to grow with beside counts as well (core/costs).
func promised(op calls.Op, sizes map[string]int) int {
	cost, known, squares := costs.Promised(op.String())
	things := 0
	for _, w := range words {
		if w.told.MatchString(cost) {
			things += w.each * sizes[w.size]
		}
	}
	for _, size := range known {
		things += sizes[size]
	}
	for _, size := range squares {
		things += sizes[size] * sizes[size]
	}
	return things
}

// sizes are what costs may grow with: what there is, and what the call under way is about.
// Those that package costs has have the names of its dimensions.
func (m *match) sizes(x calls.Call) map[string]int {
	c := m.steps.call
	sizes := map[string]int{
		"agents": m.accounts.AgentsThere.Len(), "frameworks": m.accounts.FrameworksThere.Len(), "roles": len(m.cast.Roles),
		"minima": len(m.subscriptions()), "refused": int(m.accounts.Refusals), "exclusions": int(m.accounts.Exclusions), "named": len(calls.Append(nil, x)) / bytesOfThing,
	}
	depth := depths(m, c.Resources, func(r alloc.Resource) uint32 { return m.cast.Kinds[r.Kind].Role })
	depth += depths(m, c.Used, func(u sequence.Usage) uint32 { return u.Role })
	if a := m.accounts.Agent(c.Agent); a != nil {
		sizes["users of the agent"] = len(a.Holdings)
		sizes["held"] = len(a.Total) + m.held(a.Holdings)
		depth += depths(m, a.Total, func(p accounts.Piece) uint32 { return m.cast.Kinds[p.Kind].Role })
		depth += depths(m, a.Holdings, func(h uint32) uint32 { return m.accounts.Holdings[h].Role })
	}
	if f := m.accounts.Framework(c.Framework); f != nil {
		sizes["held"] += m.held(f.Holdings)
		sizes["roles of the framework"] = len(f.Roles)
		depth += depths(m, f.Roles, func(r accounts.FrameworkRole) uint32 { return r.Role })
	}
	if c.FrameworkInfo != nil {
		sizes["roles of the framework"] += len(c.FrameworkInfo.Subscriptions)
		depth += depths(m, c.FrameworkInfo.Subscriptions, func(s sequence.Subscription) uint32 { return s.Role })
	}
	if c.Value != nil {
		named := rolesNamed{m: m}
		calls.Renumbered(c.Value, &named, nil)
		depth += named.depth
		sizes["roles of the framework"] += named.roles
	}
	sizes["depth"] = depth
	return sizes
}

// rolesNamed adds up how deep the roles are that a call names, and those that the frameworks have that it
// names, as a calls.Renumbering.
type rolesNamed struct {
	*sequence.Sequence // which leaves all numbers as they are
	m                  *match
	depth, roles       int
}

func (r *rolesNamed) Framework(n alloc.FrameworkID) alloc.FrameworkID {
	if f := r.m.accounts.Framework(uint32(n)); f != nil {
		r.roles += len(f.Roles)
		r.depth += depths(r.m, f.Roles, func(x accounts.FrameworkRole) uint32 { return x.Role })
	}
	return n
}

func (r *rolesNamed) Role(n alloc.RoleID) alloc.RoleID {
	r.depth += depths(r.m, []uint32{uint32(n)}, func(n uint32) uint32 { return n })
	return n
}

// held counts what is held at places.
func (m *match) held(holdings []uint32) int {
	n := 0
	for _, h := range holdings {
		n += 1 + len(m.accounts.Holdings[h].Offered) + len(m.accounts.Holdings[h].Allocated)
	}
	return n
}

// depths are how many components the paths of roles have together.
func depths[T any](m *match, list []T, role func(T) uint32) (sum int) {
	for _, x := range list {
		if n := role(x); int(n) < len(m.cast.Roles) {
			sum += m.cast.Roles[n].Depth + 1
		}
	}
	return sum
}
