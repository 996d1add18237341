// Package worth owns what is known of whom an agent is worth asking. A cycle asks it which
// agents to visit and whom to ask there, and tells it how each visit went. It reads what has
// changed since from news and roles.ToReassess.
//
// It answers four questions. Each is asked only of what those before it let pass, and costs
// more than those before it:
//
//	which agents                agents_to_visit.go, cut_agents.go
//	which roles of an agent     lacked_guarantees.go, exhausted_limits.go, beyond_quota.go,
//	                            interested_roles.go
//	which frameworks of a role  interested_frameworks.go, fresh_subscriptions.go
//	which part of its resources eligibility.go and the rules beside it
//
// A new reason not to ask belongs to the first question that can tell it. The file of that
// question has what is remembered for the reason, beside the one function that forgets it.
package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/sorter"
)

// Rules are the rules about offers that remember nothing. They read the state.
type Rules struct {
	options    *api.Options
	kinds      *kinds.Kinds
	roles      *roles.Roles
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
	fullPass   bool // tested.Options.FullPass
}

// NewRules returns the rules for the state in these rooms.
func NewRules(options *api.Options, kinds *kinds.Kinds, roles *roles.Roles, frameworks *frameworks.Frameworks, ledger *ledger.Ledger) *Rules {
	return &Rules{options, kinds, roles, frameworks, ledger, tested.Of(options).FullPass}
}

// Worth is what is known of whom agents are worth asking.
//
// Invariants:
//  1. that is invariant 2 of news.News;
//  2. the limits of each active role leave nothing of the names in ExhaustedForAll. This holds
//     while roles.Activations == activations, and for roles of which neither they nor any above
//     are in roles.ToReassess;
//  3. within a cycle, a role's limits leave nothing of the names in exhausted of its client;
//  4. within a stage, while interested.narrowed, interested.selection has every active role
//     with a use for any of interested.names;
//  5. within a visit, audience has every subscription that could be offered something.
type Worth struct {
	*Rules
	news   *news.News
	agents *agents.Agents

	// Between cycles.
	ExhaustedForAll roles.NameSet
	activations     uint64 // roles.Activations when that was learned

	// In a cycle.
	Looked      Looked // what it has cost so far
	hasQuota    bool   // some role has
	drawsInVain bool   // a visit that offers nothing draws random numbers, too
	headroom    headroom
	exhausted   []exhaustedNames       // by client of the role sorter
	tooLittle   []frameworks.MinimumID // shared minima that the agent before did not hold
	intervals   intervalsAlone
	beyondQuota takersBeyondQuota
	Cuts        cutAgents
	fresh       freshSubscriptions

	// In a stage.
	draws      uint64 // the number from which it makes its random draws
	interested interestedRoles

	visit
	memory memory
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

// visit is what is known while one agent is visited.
type visit struct {
	slot  slots.Agent
	agent *agents.Agent
	nonce uint64 // makes the random sorters draw anew for each agent and stage

	audience       audience
	roleOrder      clientIterator
	frameworkOrder clientIterator
	byClient       []slots.Subscription // of the role whose frameworks are asked

	free         roles.NameSet   // names by which roles are passed over; 0: each is asked
	HeldBack     roles.NameSet   // free, too, but the headroom leaves nothing of them to anybody
	limited      bool            // limits on names in free decide whether there is anything to offer
	withTakers   bool            // but roles in beyondQuota are asked even so
	allExhausted bool            // every role so far was at its limits for names in free
	isAsked      bool            // a role has been asked
	outOfTurn    []sorter.Client // roles that have been asked before all others
	isCut        bool            // quota cut an offer down, or kept a role from being asked
	uncountable  bool            // see Uncountable
	inPart       bool            // only fresh subscriptions are asked, and roles with room if wasCut
	wasCut       bool            // news.CutDown has the agent
}

// memory is what a visit works in.
type memory struct {
	agents        []slots.Agent
	limits        roles.Limits
	fewFrameworks sorter.Selection
	left          resource.Bag // see notHeldBack
}

// New returns what is known of a state before its first cycle: nothing.
func New(rules *Rules, news *news.News, agents *agents.Agents) *Worth {
	return &Worth{
		Rules: rules, news: news, agents: agents,
		Cuts: cutAgents{Rules: rules, news: news}, fresh: freshSubscriptions{Rules: rules, news: news, agents: agents},
		beyondQuota: takersBeyondQuota{Rules: rules}, intervals: intervalsAlone{Rules: rules},
	}
}

// BeginStage begins a stage, whose random draws are made from a number.
func (w *Worth) BeginStage(draws uint64) {
	w.draws = draws
	w.interested.reset()
}

// begin begins the visit of an agent, on which nobody has been asked yet.
func (w *Worth) begin(slot slots.Agent, g *agents.Agent) {
	w.slot, w.agent, w.nonce = slot, g, w.draws^uint64(slot)
	w.isAsked, w.isCut, w.uncountable = false, false, false
	w.outOfTurn = w.outOfTurn[:0]
	w.free, w.HeldBack, w.limited, w.withTakers = 0, 0, false, false
	wasCut := w.news.CutDown.Has(slot)
	w.inPart = !w.sparesNone() && !w.news.Dirty.Has(slot) && !(wasCut && w.Cuts.asked == allRoles)
	w.wasCut = wasCut && w.inPart && w.Cuts.asked == someRoles
}

// Cut notes that quota cut an offer down.
func (w *Worth) Cut() { w.isCut = true }

// Uncountable notes that an offer was cut down by what can be counted. That can change
// without news of the agent, which is therefore asked again.
func (w *Worth) Uncountable() { w.isCut, w.uncountable = true, true }
