package standing

import (
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Holdings passes, for each agent and subscription that holds something there, what tasks use of that.
type Holdings = func(each func(m slots.Subscription, used quantities.Row, isOffered bool))

// Of returns where everybody stands, and who comes, unless that is nil.
func Of(s *state.State, holdings Holdings, comes *alloc.Newcomer) *alloc.Standings {
	return survey(s, holdings, comes).out
}

func survey(s *state.State, holdings Holdings, comes *alloc.Newcomer) *surveyed {
	x := &surveyed{State: s, out: new(alloc.Standings), asked: map[minimumFor]bool{}, newcomer: newcomer{Newcomer: comes, node: -1}}
	x.findNames()
	x.addRoles()
	x.makeColumns()
	x.fillFrameworks()
	x.fillNewcomer()
	holdings(x.leaveOffered)
	x.fillLoans()
	x.sumUp()
	x.fillRoles()
	x.divide()
	x.write()
	return x
}

// surveyed is the state, on its way to standings.
type surveyed struct {
	*state.State
	tree
	newcomer
	out *alloc.Standings

	roleNodes     []int32              // of out.Roles
	nodeOf        []int32              // by slot of a role, as parent of those below
	subscriptions []slots.Subscription // of out.Frameworks
	memberNodes   []int32              // of out.Frameworks
	members       []int32              // by subscription: its index in out.Frameworks + 1
	asking        []bool               // by node
	asked         map[minimumFor]bool
	backIn        []time.Duration // by node

	holds, offered, borrowed, exposed, lent, ofPool []alloc.Amount
	guaranteed, met, idle                           []alloc.Amount
}

// findNames sets the names, and what there is of each.
func (x *surveyed) findNames() {
	rows := []quantities.Row{x.Totals.Total(), x.Roles.Sorter.Total(), x.Ledger.UnregisteredUse, x.Lending.Lent}
	for id := range x.Roles.InUse() {
		if r := x.Roles.Get(id); r.HasQuota {
			rows = append(rows, r.Quota.Guarantees)
		}
	}
	var names container.BitSet[quantities.Name]
	for _, row := range rows {
		for name := range row.All() {
			names.Set(name)
		}
	}
	x.out.Names = names.Append(nil)
	x.names = len(x.out.Names)
	for _, name := range x.out.Names {
		total, unregistered := x.Totals.Total().At(name), x.Ledger.UnregisteredUse.At(name)
		x.total = append(x.total, total)
		x.out.Unregistered = append(x.out.Unregistered, unregistered)
		x.supply = append(x.supply, max(0, total-unregistered))
	}
	x.out.Total = x.total
}

// addRoles adds a node for each role, its frameworks, and where there are roles below, too, for the frameworks
// together.
func (x *surveyed) addRoles() {
	var inUse []alloc.RoleID
	var hasRolesBelow container.BitSet[uint32] // by slot
	members := 0
	for id := range x.Roles.InUse() {
		r := x.Roles.Get(id)
		inUse = append(inUse, id)
		members += len(r.Subscriptions)
		if r.Parent != slots.NoRole {
			hasRolesBelow.Set(x.Roles.Slot(uint32(r.Parent)))
		}
	}
	x.newcomer.place(x.State, &hasRolesBelow)
	x.out.Roles, x.roleNodes = make([]alloc.RoleStanding, 0, len(inUse)), make([]int32, 0, len(inUse))
	x.out.Frameworks, x.memberNodes = make([]alloc.FrameworkStanding, 0, members), make([]int32, 0, members)
	x.subscriptions, x.members = make([]slots.Subscription, 0, members), make([]int32, x.Frameworks.Subscriptions.Len())
	x.parents, x.weights = make([]int32, 0, 2*len(inUse)+members), make([]float64, 0, 2*len(inUse)+members)
	var list []slots.Subscription
	for _, id := range inUse {
		r := x.Roles.Get(id)
		parent, node := -1, int32(-1)
		if r.Parent != slots.NoRole {
			parent = int(x.nodeOf[x.Roles.Slot(uint32(r.Parent))])
			node = x.roleNodes[parent]
		}
		x.nodeOf = setAt(x.nodeOf, int(x.Roles.Slot(uint32(id))), int32(len(x.roleNodes)))
		node = x.addNode(node, r.Weight)
		x.roleNodes = append(x.roleNodes, node)
		x.out.Roles = append(x.out.Roles, alloc.RoleStanding{Role: id, Parent: parent, Weight: r.Weight})
		if x.newcomer.isBelow(id) && !x.IsFramework {
			x.newcomer.node = x.addNode(node, x.Newcomer.Weight)
		}
		if (len(r.Subscriptions) > 0 || x.newcomer.isBelow(id) && x.IsFramework) && hasRolesBelow.Has(x.Roles.Slot(uint32(id))) {
			node = x.addNode(node, 1)
		}
		if x.newcomer.isBelow(id) && x.IsFramework {
			x.newcomer.node = x.addNode(node, 1)
		}
		list = x.Frameworks.SubscriptionsByName(list[:0], r)
		for _, m := range list {
			x.subscriptions = append(x.subscriptions, m)
			x.memberNodes = append(x.memberNodes, x.addNode(node, 1))
			x.members[m] = int32(len(x.subscriptions))
			x.out.Frameworks = append(x.out.Frameworks, alloc.FrameworkStanding{
				Framework: x.Frameworks.FrameworkID(x.Frameworks.Subscriptions.At(m).Framework), Role: len(x.out.Roles) - 1,
			})
		}
	}
	for path, weight := range x.Roles.Sorter.KeptWeights() {
		if id, _, known := x.Roles.Descend(path); known {
			i := x.nodeOf[x.Roles.Slot(uint32(id))]
			x.out.Roles[i].Weight, x.weights[x.roleNodes[i]] = weight, weight
		}
	}
	if x.newcomer.isBelow(slots.NoRole) {
		x.newcomer.node = x.addNode(-1, x.Newcomer.Weight)
	}
	x.asking, x.backIn = make([]bool, len(x.parents)), make([]time.Duration, len(x.parents))
}

// addNode adds a node below one, which becomes the parent.
func (x *surveyed) addNode(parent int32, weight float64) int32 {
	x.parents, x.weights = append(x.parents, parent), append(x.weights, weight)
	return int32(len(x.parents) - 1)
}

func setAt(list []int32, i int, v int32) []int32 {
	for len(list) <= i {
		list = append(list, -1)
	}
	list[i] = v
	return list
}

func (x *surveyed) makeColumns() {
	for _, column := range []*[]alloc.Amount{
		&x.asks, &x.promised, &x.revocable, &x.limits, &x.holds, &x.offered, &x.borrowed, &x.exposed, &x.lent, &x.ofPool,
		&x.guaranteed, &x.met, &x.idle,
	} {
		*column = x.column()
	}
	for i := range x.limits {
		x.limits[i] = quantities.MaxSum
	}
}

// fillFrameworks enters what frameworks hold and ask for.
func (x *surveyed) fillFrameworks() {
	for i, m := range x.subscriptions {
		sub, node := x.Frameworks.Subscriptions.At(m), int(x.memberNodes[i])
		asks, held := x.mayBeOffered(m, sub), x.Roles.Get(sub.Role).Frameworks.Allocation(sub.Client)
		for k, name := range x.out.Names {
			at := node*x.names + k
			x.holds[at] = held.At(name)
			x.offered[at], x.asks[at] = x.holds[at], x.holds[at]
			if asks {
				x.asks[at] = max(x.asks[at], x.total[k])
			}
		}
		x.noteAsking(int32(node), asks)
	}
}

// noteAsking notes for a node and those above it whether somebody asks.
func (x *surveyed) noteAsking(node int32, asks bool) {
	for ; asks && node >= 0 && !x.asking[node]; node = x.parents[node] {
		x.asking[node] = true
	}
}

// minimumFor is a minimum of frameworks that may use GPUs, or may not.
type minimumFor struct {
	minimum frameworks.MinimumID
	gpus    alloc.Capabilities
}

// mayBeOffered reports whether a subscription asks, and what it asks for is there.
func (x *surveyed) mayBeOffered(m slots.Subscription, sub *frameworks.Subscription) bool {
	if !sub.Active || x.Frameworks.Filters.Count(m)+int(sub.ExcludedFrom) >= max(x.Agents.Live(), 1) {
		return false
	}
	minimum, capabilities := x.Frameworks.Minimum(sub), x.Frameworks.At(sub.Framework).Capabilities
	if len(minimum) > 0 && capabilities&alloc.RevocableResources == 0 && !x.limitsOf(sub.Role).LeaveOneOf(minimum) {
		return false
	}
	key := minimumFor{sub.Minimum, capabilities & alloc.GPUResources}
	fits, known := x.asked[key]
	if !known {
		fits = x.fitsSomewhere(minimum, capabilities)
		x.asked[key] = fits
	}
	return fits
}

// limitsOf returns the limits that bind a role, as if nothing were consumed.
func (x *surveyed) limitsOf(id alloc.RoleID) *roles.Limits {
	var limits roles.Limits
	for ; id != slots.NoRole; id = x.Roles.QuotaAbove(id) {
		limits.Tighten(&roles.QuotaState{Quota: x.Roles.Get(id).Quota}, nil)
	}
	return &limits
}

// fitsSomewhere reports whether some agent has all of one of the minima, if it were empty.
func (x *surveyed) fitsSomewhere(minima []quantities.Row, capabilities alloc.Capabilities) bool {
	for slot := range x.Agents.Alive.All {
		if g := x.Agents.At(slot); x.Rules.MayUseGPUs(capabilities, g) && x.Frameworks.Allocatable(g.Total, minima) {
			return true
		}
	}
	return false
}

// leaveOffered takes what tasks use out of what is offered to a subscription.
func (x *surveyed) leaveOffered(m slots.Subscription, used quantities.Row, _ bool) {
	if i := x.members[m]; i > 0 {
		at := int(x.memberNodes[i-1]) * x.names
		for k, name := range x.out.Names {
			x.offered[at+k] = max(0, x.offered[at+k]-used.At(name))
		}
	}
}

// fillLoans enters what is lent: to frameworks, and of roles.
func (x *surveyed) fillLoans() {
	for _, l := range x.Lending.All {
		k := x.indexOf(l.Name)
		if i := x.members[l.Subscription]; i > 0 {
			at := int(x.memberNodes[i-1])*x.names + k
			x.borrowed[at] += alloc.Amount(l.N)
			due := l.Due
			if !l.IsRecalled() {
				x.exposed[at] += alloc.Amount(l.N)
				due = max(x.Schedule.Now.Add(x.Options.LendingGrace), l.Since.Add(x.Options.LendingLeast))
			}
			for node := x.memberNodes[i-1]; node >= 0; node = x.parents[node] {
				x.backIn[node] = max(x.backIn[node], due.Sub(x.Schedule.Now))
			}
		}
		if l.Reserved {
			x.addLent(x.Lending.ReservingRole(l), k, alloc.Amount(l.N), false)
		}
	}
	for name := range x.Lending.OfPool.All() {
		for id, n := range x.Lending.Shares(name) {
			x.addLent(id, x.indexOf(name), n, true)
		}
	}
}

// indexOf returns the index of a name, of which somebody holds something.
func (x *surveyed) indexOf(name quantities.Name) int {
	k, _ := slices.BinarySearch(x.out.Names, name)
	return k
}

func (x *surveyed) addLent(id alloc.RoleID, k int, n alloc.Amount, ofPool bool) {
	if !x.Roles.Get(id).Listed {
		return // it lends of nothing that it has any more
	}
	at := int(x.roleNodes[x.nodeOf[x.Roles.Slot(uint32(id))]])*x.names + k
	x.lent[at] += n
	if ofPool {
		x.ofPool[at] += n
	}
}

// sumUp adds what there is below to what there is above.
func (x *surveyed) sumUp() {
	for i := len(x.parents) - 1; i >= 0; i-- {
		p := int(x.parents[i])
		if p < 0 {
			continue
		}
		for _, column := range [][]alloc.Amount{x.holds, x.offered, x.borrowed, x.exposed, x.lent, x.ofPool} {
			for k := range x.names {
				column[p*x.names+k] += column[i*x.names+k]
			}
		}
	}
}

// fillRoles enters quota and reservations, and what of both is met.
func (x *surveyed) fillRoles() {
	for i := range x.out.Roles {
		id, node := x.out.Roles[i].Role, int(x.roleNodes[i])
		r := x.Roles.Get(id)
		for k, name := range x.out.Names {
			at := node*x.names + k
			counted := r.OfferedOrAllocatedUnreserved.At(name) + r.OfferedOrAllocatedReserved.At(name)
			x.revocable[at] = max(0, x.holds[at]-counted)
			x.guaranteed[at] = r.Quota.Guarantees.At(name)
			x.promised[at] = max(x.guaranteed[at], r.Reserved.At(name))
			lacks := lending.Lacks(x.Lending, id, name)
			x.met[at], x.idle[at] = x.guaranteed[at]-lacks, max(0, lacks-x.ofPool[at])
			if r.Quota.Limits.Finite.Has(name) {
				x.limits[at] = r.Quota.Limits.Amounts.At(name)
			}
		}
	}
}

// write writes what was worked out. Where several ask for all, they ask for no more together.
func (x *surveyed) write() {
	for at := range x.asks {
		x.asks[at] = min(x.asks[at], max(x.holds[at], x.total[at%x.tree.names]))
	}
	for i := range x.out.Roles {
		x.writeNode(&x.out.Roles[i].Standing, int(x.roleNodes[i]))
	}
	for i := range x.out.Frameworks {
		x.writeNode(&x.out.Frameworks[i].Standing, int(x.memberNodes[i]))
	}
	if x.newcomer.node >= 0 {
		x.out.Newcomer = new(alloc.Standing)
		x.writeNode(x.out.Newcomer, int(x.newcomer.node))
	}
	all := &x.out.All
	for _, list := range all.Lists() {
		*list = make([]alloc.Amount, x.names)
	}
	for i := range x.out.Roles {
		if r := &x.out.Roles[i]; r.Parent < 0 {
			all.IsAsking, all.BackIn = all.IsAsking || r.IsAsking, max(all.BackIn, r.BackIn)
			of := r.Lists()
			for figure, list := range all.Lists() {
				for k, v := range *of[figure] {
					(*list)[k] = kinds.AddSaturating((*list)[k], v)
				}
			}
		}
	}
	x.out.NotAsked = make([]alloc.Amount, x.names)
	for k := range x.names {
		all.Asks[k] = min(all.Asks[k], max(x.total[k], all.Holds[k]))
		rest := x.supply[k] - all.Fair[k]
		if x.newcomer.isBelow(slots.NoRole) {
			rest -= x.out.Newcomer.Fair[k]
		}
		all.Kept[k] = min(all.Kept[k], rest)
		x.out.NotAsked[k] = rest - all.Kept[k]
	}
}

func (x *surveyed) writeNode(s *alloc.Standing, node int) {
	s.IsAsking, s.BackIn = x.asking[node], x.backIn[node]
	from, to := node*x.names, (node+1)*x.names
	columns := [...][]alloc.Amount{x.deserved, x.asks, x.fair, x.holds, x.offered, x.guaranteed, x.met, x.idle, x.kept, x.borrowed, x.exposed, x.lent}
	for i, list := range s.Lists() {
		*list = columns[i][from:to:to]
	}
}
