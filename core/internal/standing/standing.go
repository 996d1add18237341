package standing

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
)

// Holdings passes, for each agent and subscription that holds something there, what tasks use of that, and whether
// anything of it is merely offered. A row is good until each returns.
type Holdings = func(each func(m slots.Subscription, used quantities.Row, isOffered bool))

// Requests are amounts that subscriptions ask for besides what they hold.
type Requests = map[slots.Subscription]quantities.Row

// CheckRequests refuses requests of subscriptions that are not there, and amounts that cannot be asked for.
func CheckRequests(s *state.State, list []alloc.Request) (Requests, error) {
	known := make(Requests, len(list))
	for i := range list {
		r := &list[i]
		m, err := s.Frameworks.SubscriptionOf(r.Framework, r.Role)
		if err != nil {
			return nil, fault.Within(err, "request %d", i)
		}
		for name, n := range r.Amounts.All() {
			if n < 0 || n > quantities.MaxSum {
				return nil, fault.Errorf(alloc.CodeAmount, "request %d: amount %d of name %d", i, n, name)
			}
		}
		known[m] = r.Amounts
	}
	return known, nil
}

// Of returns where all roles and frameworks stand, and the newcomer comes, unless it is nil. Without holdings it
// leaves Offered out.
func Of(s *state.State, holdings Holdings, comes *alloc.Newcomer, requests Requests) *alloc.Standings {
	return survey(s, holdings, comes, requests).out
}

func survey(s *state.State, holdings Holdings, comes *alloc.Newcomer, requests Requests) *surveyed {
	x := &surveyed{State: s, out: new(alloc.Standings), asked: map[minimumFor]bool{}, newcomer: place(s, comes), requests: requests}
	x.listRoles()
	x.findNames()
	x.addNodes()
	x.fill()
	if x.hasUse = holdings != nil; x.hasUse {
		holdings(x.noteUse)
	}
	x.fillLoans()
	x.divide(x.enter)
	x.write()
	return x
}

// surveyed is the state, with the standings as far as they are worked out.
type surveyed struct {
	*state.State
	tree
	newcomer
	out *alloc.Standings

	roleNodes     []int32              // by slot of a role: its node, if it is in use
	subscriptions []slots.Subscription // of out.Frameworks
	members       []int32              // by subscription: its node; root: it has none
	asked         map[minimumFor]bool
	requests      Requests
	hasUse        bool // what tasks use is known
}

// listRoles lists the roles in use.
func (x *surveyed) listRoles() {
	for id := range x.Roles.InUse() {
		x.out.Roles = append(x.out.Roles, alloc.RoleStanding{Role: id, Parent: -1, Weight: x.Roles.Get(id).Weight})
	}
}

// findNames sets the names, and what there is of each.
func (x *surveyed) findNames() {
	var guaranteed quantities.Row
	for i := range x.out.Roles {
		guaranteed.AddCapped(x.Roles.Get(x.out.Roles[i].Role).Quota.Guarantees)
	}
	total := x.Totals.Total()
	x.out.Names = quantities.AppendNames(nil, total, x.Roles.Sorter.Total(), x.Ledger.UnregisteredUse, x.Lending.Lent, guaranteed)
	x.names = len(x.out.Names)
	for _, name := range x.out.Names {
		unregistered := x.Ledger.UnregisteredUse.At(name)
		x.total = append(x.total, total.At(name))
		x.out.Unregistered = append(x.out.Unregistered, unregistered)
		x.supply = append(x.supply, max(0, total.At(name)-unregistered))
	}
	x.out.Total = x.total
	x.out.Counted = x.findCounted()
}

// findCounted lists what counts in shares: each name that the host does not exclude, by itself or together with the
// names with which it shares a weight.
func (x *surveyed) findCounted() (all []alloc.Counted) {
	weights := x.Totals.ResourceWeights()
	weightOf, together := map[string]int{}, map[int]int{} // indexes in weights, and in all by these
	for i, w := range weights {
		for _, name := range alloc.ResourceWeight(w).Names() {
			weightOf[name] = i
		}
	}
	for k, n := range x.out.Names {
		name := x.State.Names.String(n)
		w, isWeighed := weightOf[name]
		at, isThere := together[w]
		switch {
		case slices.Contains(x.Options.FairnessExclude, name):
		case !isWeighed:
			all = append(all, alloc.Counted{Names: []int{k}, Times: 1})
		case isThere:
			all[at].Names = append(all[at].Names, k)
		default:
			together[w] = len(all)
			all = append(all, alloc.Counted{Names: []int{k}, Times: weights[w].Weight})
		}
	}
	return all
}

// addNodes adds a node for each role and for each of its frameworks. Where a role has roles below it, too, its
// frameworks together have a node as well.
func (x *surveyed) addNodes() {
	members := x.Frameworks.Subscriptions.Len()
	x.nodes = make([]node, 0, len(x.out.Roles)+members+2)
	x.out.Frameworks, x.subscriptions = make([]alloc.FrameworkStanding, 0, members), make([]slots.Subscription, 0, members)
	x.members = make([]int32, members)
	x.add(root, together, 0, 1)
	for i := range x.out.Roles {
		role := &x.out.Roles[i]
		r, above := x.Roles.Get(role.Role), int32(root)
		if r.Parent != slots.NoRole {
			above = x.nodeOf(r.Parent)
			role.Parent = int(x.nodes[above].of)
		}
		slot := int(x.Roles.Slot(uint32(role.Role)))
		x.roleNodes = append(x.roleNodes, make([]int32, max(0, slot+1-len(x.roleNodes)))...)
		own := x.add(above, ofRole, i, role.Weight)
		x.roleNodes[slot] = own
		x.addMembers(i, r, own)
	}
	for path, weight := range x.Roles.Sorter.KeptWeights() {
		if id, _, known := x.Roles.Descend(path); known {
			n := &x.nodes[x.nodeOf(id)]
			x.out.Roles[n.of].Weight, n.weight = weight, weight
		}
	}
	if x.newcomer.isBelow(slots.NoRole) {
		x.add(root, ofNewcomer, 0, x.Newcomer.Weight)
	}
}

// nodeOf returns the node of a role in use.
func (x *surveyed) nodeOf(id alloc.RoleID) int32 { return x.roleNodes[x.Roles.Slot(uint32(id))] }

// addMembers adds the frameworks of a role, and the newcomer if it comes there.
func (x *surveyed) addMembers(role int, r *roles.Role, own int32) {
	id := x.out.Roles[role].Role
	comes := x.newcomer.isBelow(id)
	hasRolesBelow := role+1 < len(x.out.Roles) && x.Roles.Get(x.out.Roles[role+1].Role).Parent == id
	if comes && !x.IsFramework {
		x.add(own, ofNewcomer, 0, x.Newcomer.Weight)
		comes, hasRolesBelow = false, true
	}
	if hasRolesBelow && (len(r.Subscriptions) > 0 || comes) {
		own = x.add(own, together, 0, 1)
	}
	if comes {
		x.add(own, ofNewcomer, 0, 1)
	}
	first := len(x.subscriptions)
	x.subscriptions = x.Frameworks.SubscriptionsByName(x.subscriptions, r)
	for i, m := range x.subscriptions[first:] {
		x.members[m] = x.add(own, ofFramework, first+i, 1)
		x.out.Frameworks = append(x.out.Frameworks, alloc.FrameworkStanding{
			Framework: x.Frameworks.FrameworkID(x.Frameworks.Subscriptions.At(m).Framework), Role: role,
		})
	}
}

// enter enters what a node by itself holds, asks for, and is promised.
func (x *surveyed) enter(node int32, own []quota) {
	switch n := &x.nodes[node]; n.kind {
	case ofRole:
		x.enterQuota(node, x.out.Roles[n.of].Role, own)
	case ofFramework:
		x.enterFramework(node, x.subscriptions[n.of])
	case ofNewcomer:
		x.enterNewcomer(node)
	}
}

// enterFramework enters what a framework holds and asks for.
func (x *surveyed) enterFramework(node int32, m slots.Subscription) {
	n, sub := &x.nodes[node], x.Frameworks.Subscriptions.At(m)
	held := x.Roles.Get(sub.Role).Frameworks.Allocation(sub.Client)
	request, isTold := x.requests[m]
	n.asking = isTold && !request.IsZero() || !isTold && x.mayBeOffered(m, sub)
	figures := x.of(node)
	for k, name := range x.out.Names {
		f := &figures[k]
		f.Holds = held.At(name)
		if x.hasUse {
			f.Offered = max(0, f.Holds-f.Offered) // so far what tasks use
		}
		f.Asks = f.Holds
		switch {
		case isTold:
			f.Asks = max(f.Asks, min(x.total[k], resource.AddSaturating(f.Holds, request.At(name))))
		case n.asking:
			f.Asks = max(f.Asks, x.total[k])
		}
	}
}

// minimumFor is a minimum of frameworks that may use GPUs, or may not.
type minimumFor struct {
	minimum *frameworks.Minimum
	gpus    alloc.Capabilities
}

// mayBeOffered reports whether a subscription asks (see the head of the package).
func (x *surveyed) mayBeOffered(m slots.Subscription, sub *frameworks.Subscription) bool {
	if !x.Frameworks.Active.Has(m) || x.Frameworks.IsKeptFromAll(m) {
		return false
	}
	minimum, capabilities := sub.Minimum.Rows, x.Frameworks.At(sub.Framework).Capabilities
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

// limitsOf returns the limits that bind a role, from all roles of which quota does, as if nothing were consumed.
func (x *surveyed) limitsOf(id alloc.RoleID) *roles.Limits {
	var limits roles.Limits
	for ; id != slots.NoRole; id = x.Roles.QuotaAbove(id) {
		limits.Tighten(&roles.QuotaState{Quota: x.Roles.Get(id).Quota}, nil)
	}
	return &limits
}

// fitsSomewhere reports whether the total of some agent has all of one of the minima. Agents with GPUs count only
// if the capabilities let a framework use them.
func (x *surveyed) fitsSomewhere(minima []quantities.Row, capabilities alloc.Capabilities) bool {
	for slot := range x.Agents.Alive.All {
		if g := x.Agents.At(slot); x.Rules.MayUseGPUs(capabilities, g) && x.Frameworks.Allocatable(g.TotalBag(), minima) {
			return true
		}
	}
	return false
}

// noteUse adds what tasks use to Offered of a subscription's node. enterFramework turns that into what they do not use.
func (x *surveyed) noteUse(m slots.Subscription, used quantities.Row, _ bool) {
	if node := x.members[m]; node != root {
		for name, n := range used.All() {
			x.of(node)[x.indexOf(name)].Offered += n
		}
	}
}

// fillLoans enters what is lent: Borrowed of frameworks, and Lent of roles.
func (x *surveyed) fillLoans() {
	for _, l := range x.Lending.All {
		k := x.indexOf(l.Name)
		if node := x.members[l.Subscription]; node != root {
			f, due := &x.of(node)[k], l.Due
			f.Borrowed += alloc.Amount(l.N)
			if !l.IsRecalled() {
				f.Exposed += alloc.Amount(l.N)
				due = l.DueIfRecalled(x.Schedule.Now, x.Options)
			}
			n := &x.nodes[node]
			n.backIn = max(n.backIn, due.Sub(x.Schedule.Now))
		}
		if l.Reserved {
			x.noteLent(x.Lending.ReservingRole(l), k, alloc.Amount(l.N), false)
		}
	}
	for name := range x.Lending.OfPool.All() {
		for id, n := range x.Lending.LentOf(name) {
			x.noteLent(id, x.indexOf(name), n, true)
		}
	}
}

// indexOf returns the index of a name, of which somebody holds something.
func (x *surveyed) indexOf(name quantities.Name) int {
	k, _ := slices.BinarySearch(x.out.Names, name)
	return k
}

// noteLent notes what a role has lent, unless the role is no longer in use.
func (x *surveyed) noteLent(id alloc.RoleID, k int, n alloc.Amount, ofPool bool) {
	if !x.Roles.Get(id).Listed {
		return
	}
	node := x.nodeOf(id)
	x.of(node)[k].Lent += n
	if ofPool {
		x.boundsOf(node)[k].ofPool += n
	}
}

// enterQuota enters Guaranteed, Met and Idle of a role, and in own what quota and reservations say of it. The roles
// below it are added up already.
func (x *surveyed) enterQuota(node int32, id alloc.RoleID, own []quota) {
	r, figures, bounds := x.Roles.Get(id), x.of(node), x.boundsOf(node)
	for k, name := range x.out.Names {
		f, guarantee := &figures[k], r.Quota.Guarantees.At(name)
		lacks := lending.Lacks(x.Lending, id, name)
		f.Guaranteed, f.Met, f.Idle = guarantee, guarantee-lacks, max(0, lacks-bounds[k].ofPool)
		own[k].promised = max(guarantee, r.Reserved.At(name))
		own[k].revocable = max(0, f.Holds-r.OfferedOrAllocatedUnreserved.At(name)-r.OfferedOrAllocatedReserved.At(name))
		if r.Quota.Limits.Finite.Has(name) {
			own[k].limit = r.Quota.Limits.Amounts.At(name)
		}
	}
}

// write writes what was worked out.
func (x *surveyed) write() {
	for i, n := range x.nodes {
		s := x.standing(int32(i))
		switch n.kind {
		case ofRole:
			x.out.Roles[n.of].Standing = s
		case ofFramework:
			x.out.Frameworks[n.of].Standing = s
		case ofNewcomer:
			x.out.Newcomer = new(s)
		}
	}
	x.out.All, x.out.NotAsked = x.standing(root), make([]alloc.Amount, x.names)
	for k := range x.out.NotAsked {
		all := &x.out.All.Figures[k]
		all.Deserved, all.Fair = 0, 0
		for n := x.nodes[root].first; n != root; n = x.nodes[n].next {
			all.Deserved, all.Fair = all.Deserved+x.of(n)[k].Deserved, all.Fair+x.of(n)[k].Fair
		}
		rest := x.supply[k] - all.Fair
		all.Kept = min(all.Kept, rest)
		x.out.NotAsked[k] = rest - all.Kept
	}
}
