package costs

import (
	"bytes"
	"io"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// A call of the allocator: do makes ready what it needs, has it counted and undoes it.
type call struct {
	name  string
	cost  string   // what its documentation says after "Cost: "
	grows []string // dimensions that this says it grows with
	known []string // dimensions that it grows with nevertheless
	// squares are dimensions that it grows with by more than in proportion, nevertheless.
	squares []string
	do      func(c *cluster, count func(func()))
}

var (
	everyone = []string{"frameworks", "minima", "users of the agent"}
	state    = []string{"agents", "frameworks", "roles", "roles of the framework", "minima", "users of the agent", "loans", "depth", "policies"}
)

const costOfCycle = "O(a log c), for a agents that can be offered and that something changed for, and c clients, and O(a log a) where agents come by id or fullness; a bit for each other candidate. " +
	"Where quota has kept agents back, each role that has more room than before looks at a bit of each of these; " +
	"until as much has been offered as came back, a counts those that the role does not refuse anyway. " +
	"Where roles lend, a cycle of all agents also looks at each role, lender, bound and recalled loan; at all who may borrow for each of the a agents; " +
	"and once anybody has changed at each agent with loans, there at each role that lacks something, for each cost of what is lent (SetLoanCost). " +
	"Under HDRF, where nothing is left free, each role that was offered nothing looks at each offer, with all its frameworks."

// plain is a call that needs nothing and leaves nothing to be undone.
func plain(f func(c *cluster)) func(*cluster, func(func())) {
	return func(c *cluster, count func(func())) { count(func() { f(c) }) }
}

// undone is a call with one that undoes it.
func undone(f, undo func(c *cluster)) func(*cluster, func(func())) {
	return func(c *cluster, count func(func())) {
		count(func() { f(c) })
		undo(c)
	}
}

var list = []call{
	{name: "New", grows: []string{"policies"}, do: plain(func(c *cluster) { must(core.New(alloc.Options{RolePolicies: c.policies})) })},
	{name: "Restore", grows: state, do: func(c *cluster, count func(func())) {
		var saved bytes.Buffer
		must(0, c.Snapshot(&saved))
		count(func() { must(core.Restore(&saved)) })
	}},
	{name: "AddAgent", cost: "proportional to the resources named, and to the depth of the roles that they are for.", do: func(c *cluster, count func(func())) {
		info := alloc.AgentInfo{ID: c.name(), Total: c.resources(3)}
		count(func() { must(c.AddAgent(info)) })
		agent, _ := c.FindAgent(info.ID)
		must(0, c.RemoveAgent(agent))
	}},
	{name: "AddAgent", cost: "proportional to the resources named, and to the depth of the roles that they are for.",
		grows: []string{"users of the agent"}, do: func(c *cluster, count func(func())) {
			info := alloc.AgentInfo{ID: c.name(), Total: c.resources(3), Used: c.used}
			count(func() { must(c.AddAgent(info)) })
			agent, _ := c.FindAgent(info.ID)
			must(0, c.RemoveAgent(agent))
		}},
	{name: "AddAgent", cost: "proportional to the resources named, and to the depth of the roles that they are for.",
		grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
			other := must(c.InternRole(c.name()))
			must(0, c.SetPolicy(other, alloc.ScopeRoles, alloc.Decayed(time.Hour)))
			beside := must(c.InternRole(c.name() + "/" + c.path)) // what orders whom there has to be found
			used := []alloc.Usage{{Framework: "framework", Role: beside, Resources: c.resources(1)}}
			info := alloc.AgentInfo{ID: c.name(), Total: c.resources(3), Used: used}
			count(func() { must(c.AddAgent(info)) })
			agent, _ := c.FindAgent(info.ID)
			must(0, c.RemoveAgent(agent))
			must(0, c.SetPolicy(other, alloc.ScopeRoles, ""))
			must(0, c.ReleaseRoles(other, beside))
		}},
	{name: "RemoveAgent", cost: "linear in what is held, refused and planned on the agent, in the subscriptions that are excluded from it, and in the depth of the roles.",
		grows: []string{"users of the agent"}, do: func(c *cluster, count func(func())) {
			agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3), Used: c.used})) // more than it has
			count(func() { must(0, c.RemoveAgent(agent)) })
		}},
	{name: "UpdateAgent", cost: "proportional to what the agent has, to who holds some of it, and to the depth of their roles.", do: func(c *cluster, count func(func())) {
		agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3)}))
		total := c.resources(5)
		count(func() { must(0, c.UpdateAgent(agent, alloc.AgentUpdate{Total: &total})) })
		must(0, c.RemoveAgent(agent))
	}},
	{name: "AddResourceProvider", cost: "proportional to what is named, to what the agent has, to who holds some of it, and to the depth of the roles.", do: func(c *cluster, count func(func())) {
		agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3)}))
		count(func() { must(0, c.AddResourceProvider(agent, c.resources(1), nil)) })
		must(0, c.RemoveAgent(agent))
	}},
	{name: "ActivateAgent", cost: "constant.", do: plain(func(c *cluster) { must(0, c.ActivateAgent(c.agent)) })},
	{name: "DeactivateAgent", cost: "constant.", do: undone(func(c *cluster) { must(0, c.DeactivateAgent(c.agent)) }, func(c *cluster) { must(0, c.ActivateAgent(c.agent)) })},
	{name: "UpdateUnavailability", cost: "constant, but for the answers that it ends.", do: undone(
		func(c *cluster) { must(0, c.UpdateUnavailability(c.agent, &alloc.Unavailability{Start: 5})) },
		func(c *cluster) { must(0, c.UpdateUnavailability(c.agent, nil)) })},
	{name: "SetWhitelist", cost: "linear in the agents and in the list.",
		grows: []string{"agents", "loans"}, do: undone(func(c *cluster) { c.SetWhitelist([]string{"host"}) }, func(c *cluster) { c.SetWhitelist(nil) })},
	{name: "Allocate", cost: costOfCycle,
		grows: []string{"agents"}, do: func(c *cluster, count func(func())) {
			c.RequestAllocation()
			count(func() { c.Allocate(c.Now(), &c.cycle) }) // without news
		}},
	{name: "Allocate", cost: costOfCycle,
		grows: []string{"agents", "roles of the framework", "loans"}, known: []string{"depth under hdrf"}, do: func(c *cluster, count func(func())) {
			own := []alloc.RoleMinimum{{Role: c.role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 1000 * alloc.Unit}}}}}
			must(0, c.UpdateFramework(c.framework, alloc.FrameworkUpdate{MinAllocatable: &own}))
			agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3)}))
			c.settle()
			must(0, c.ReviveOffers(c.framework, nil))
			count(func() { c.Allocate(c.Now(), &c.cycle) }) // one framework asks, in vain
			must(0, c.RemoveAgent(agent))
			must(0, c.UpdateFramework(c.framework, alloc.FrameworkUpdate{MinAllocatable: new([]alloc.RoleMinimum)}))
		}},
	{name: "Allocate", cost: costOfCycle,
		grows: []string{"agents", "frameworks", "roles", "roles of the framework", "minima", "users of the agent", "loans"},
		known: []string{"depth"}, do: func(c *cluster, count func(func())) {
			agent := c.lent()
			count(func() { c.Allocate(c.Now(), &c.cycle) }) // a loan has ended
			must(0, c.RemoveAgent(agent))
			c.lendNothing()
		}},
	{name: "RequestAllocation", cost: "a bit for each agent.",
		grows: []string{"agents"}, do: plain(func(c *cluster) { c.RequestAllocation() })},
	{name: "Advance", cost: "something for each filter that ends, and a look at all others of its agent, which are in no order of their ends; a bit for each agent where the periodic allocation is due.",
		grows: []string{"agents"}, do: plain(func(c *cluster) { c.Advance(c.Now().Add(time.Nanosecond)) })},
	{name: "NextDeadline", cost: "constant.", do: plain(func(c *cluster) { c.NextDeadline() })},
	{name: "Pause", cost: "constant.", do: undone(func(c *cluster) { c.Pause() }, func(c *cluster) { c.Resume() })},
	{name: "Resume", cost: "constant.", do: plain(func(c *cluster) { c.Resume() })},
	{name: "Recover", cost: "proportional to what is named.", do: func(c *cluster, count func(func())) {
		empty := must(core.New(alloc.Options{})) // it is called before agents are added
		count(func() { must(0, empty.Recover(c.Now(), 1, nil)) })
	}},
	{name: "AddFramework", cost: "proportional to its roles, their depth and what it uses; a bit for each agent.",
		grows: []string{"agents", "depth"}, do: func(c *cluster, count func(func())) {
			info := alloc.FrameworkInfo{ID: c.name(), Roles: []alloc.RoleID{c.role}}
			count(func() { must(c.AddFramework(info)) })
			framework, _ := c.FindFramework(info.ID)
			must(0, c.RemoveFramework(framework))
		}},
	{name: "AddFramework", cost: "proportional to its roles, their depth and what it uses; a bit for each agent.",
		grows: []string{"agents", "roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			info := alloc.FrameworkInfo{ID: c.name(), Roles: must(c.DescribeFramework(c.framework)).Roles}
			info.Suppressed = info.Roles
			count(func() { must(c.AddFramework(info)) })
			framework, _ := c.FindFramework(info.ID)
			must(0, c.RemoveFramework(framework))
		}},
	{name: "RemoveFramework", cost: "linear in its roles, their depth, what it holds, who else holds something there, what it refuses, the agents that it is excluded from in each, and the agents under maintenance; a bit for each agent, and now and then the answers for each that is under maintenance.",
		grows: []string{"roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			info := must(c.DescribeFramework(c.framework))
			info.ID = c.name()
			framework := must(c.AddFramework(info))
			count(func() { must(0, c.RemoveFramework(framework)) })
		}},
	// The same where all agents are under maintenance.
	{name: "RemoveFramework", cost: "linear in its roles, their depth, what it holds, who else holds something there, what it refuses, the agents that it is excluded from in each, and the agents under maintenance; a bit for each agent, and now and then the answers for each that is under maintenance.",
		grows: []string{"agents", "loans", "roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			info := must(c.DescribeFramework(c.framework))
			info.ID = c.name()
			framework := must(c.AddFramework(info))
			for _, agent := range c.AgentIDs(nil) {
				must(0, c.UpdateUnavailability(agent, &alloc.Unavailability{Start: 5}))
			}
			count(func() { must(0, c.RemoveFramework(framework)) })
			for _, agent := range c.AgentIDs(nil) {
				must(0, c.UpdateUnavailability(agent, nil))
			}
		}},
	{name: "UpdateFramework", cost: "proportional to its roles, their depth, what it refuses and is excluded from in those that it leaves, and the agents under maintenance; a bit for each agent.",
		grows: []string{"agents", "roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			roles := must(c.DescribeFramework(c.framework)).Roles
			count(func() { must(0, c.UpdateFramework(c.framework, alloc.FrameworkUpdate{Roles: &roles})) })
		}},
	{name: "DeactivateFramework", cost: "linear in its roles, their depth, and what it refuses, and in the agents under maintenance.",
		grows: []string{"roles of the framework", "depth"}, do: undone(
			func(c *cluster) { must(0, c.DeactivateFramework(c.framework)) },
			func(c *cluster) { must(0, c.ActivateFramework(c.framework)) })},
	{name: "ActivateFramework", cost: "linear in its roles and their depth; a bit for each agent.",
		grows: []string{"agents", "roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			must(0, c.DeactivateFramework(c.framework))
			count(func() { must(0, c.ActivateFramework(c.framework)) })
		}},
	{name: "SuppressOffers", cost: "linear in its roles, and in the depth of those named.",
		grows: []string{"roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			roles := must(c.DescribeFramework(c.framework)).Roles
			count(func() { must(0, c.SuppressOffers(c.framework, roles)) })
			must(0, c.ReviveOffers(c.framework, nil))
		}},
	{name: "ReviveOffers", cost: "linear in its roles, in the depth of those named, in what it refuses there, and in the agents under maintenance; a bit for each agent.",
		grows: []string{"agents", "roles of the framework", "depth"}, do: func(c *cluster, count func(func())) {
			roles := must(c.DescribeFramework(c.framework)).Roles
			count(func() { must(0, c.ReviveOffers(c.framework, roles)) })
		}},
	{name: "RequestResources", cost: "constant.", do: plain(func(c *cluster) { must(0, c.RequestResources(c.framework)) })},
	{name: "ExcludeAgents", cost: "linear in the list and the former one.",
		do: undone(
			func(c *cluster) { must(0, c.ExcludeAgents(c.framework, c.role, []alloc.AgentID{c.last})) },
			func(c *cluster) { must(0, c.ExcludeAgents(c.framework, c.role, nil)) })},
	{name: "ExcludeAgent", cost: "constant.",
		do: undone(
			func(c *cluster) { must(0, c.ExcludeAgent(c.framework, c.role, c.agent, true)) },
			func(c *cluster) { must(0, c.ExcludeAgent(c.framework, c.role, c.agent, false)) })},
	// The end of one exclusion, where all other agents are excluded, too.
	{name: "ExcludeAgent", cost: "constant.", do: func(c *cluster, count func(func())) {
		must(0, c.ExcludeAgents(c.framework, c.role, c.AgentIDs(nil)))
		count(func() { must(0, c.ExcludeAgent(c.framework, c.role, c.agent, false)) })
		must(0, c.ExcludeAgents(c.framework, c.role, nil))
	}},
	{name: "RecoverResources", cost: "proportional to what is named, to who holds some of the agent, and to the role's depth.",
		grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
			agent, request := c.held()
			count(func() { must(0, c.RecoverResources(request)) })
			must(0, c.RemoveAgent(agent))
		}},
	// A task's end, where others have tasks there: only to find who holds it grows, and this is
	// the first that is found.
	{name: "RecoverResources", cost: "proportional to what is named, to who holds some of the agent, and to the role's depth.",
		grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
			used := append([]alloc.Usage{{Framework: "framework", Role: c.role, Resources: c.resources(1)}}, c.used...)
			agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(alloc.Amount(len(used))), Used: used}))
			request := alloc.RecoverRequest{Now: c.Now(), Framework: c.framework, Agent: agent, Role: c.role, Resources: c.resources(1), Allocated: true}
			count(func() { must(0, c.RecoverResources(request)) })
			must(0, c.RemoveAgent(agent))
		}},
	{name: "TransitionOfferedToAllocated", cost: "proportional to what is named, to who holds some of the agent, and to the role's depth.",
		grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
			agent, request := c.held()
			count(func() { must(0, c.TransitionOfferedToAllocated(agent, c.role, request.Resources)) })
			must(0, c.RemoveAgent(agent))
		}},
	{name: "UpdateAllocation", cost: "proportional to what is named, to what the agent has and who holds some of it, and to the role's depth.",
		grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
			reservation := []alloc.Conversion{c.reservation()}
			agent, request := c.held()
			count(func() {
				must(0, c.UpdateAllocation(alloc.AllocationUpdate{Framework: c.framework, Agent: agent, Role: c.role, Offered: request.Resources, Conversions: reservation}))
			})
			must(0, c.RemoveAgent(agent))
		}},
	{name: "UpdateAvailable", cost: "proportional to what is named, to what the agent has and who holds some of it, and to the depth of the roles.", grows: []string{"depth"}, do: func(c *cluster, count func(func())) {
		reservation := []alloc.Conversion{c.reservation()}
		agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3)}))
		count(func() { must(0, c.UpdateAvailable(agent, reservation)) })
		must(0, c.RemoveAgent(agent))
	}},
	{name: "UpdateInverseOffer", cost: "constant.", do: func(c *cluster, count func(func())) {
		must(0, c.UpdateUnavailability(c.agent, &alloc.Unavailability{Start: 5}))
		for _, u := range c.used {
			framework, _ := c.FindFramework(u.Framework)
			must(0, c.UpdateInverseOffer(c.answer(framework)))
		}
		count(func() { must(0, c.UpdateInverseOffer(c.answer(c.framework))) })
		must(0, c.UpdateUnavailability(c.agent, nil))
	}},
	{name: "InternKind", cost: "one lookup if it is.", do: plain(func(c *cluster) { must(c.InternKind(alloc.Kind{Name: "cpus"})) })},
	{name: "InternItem", cost: "one lookup.", do: plain(func(c *cluster) { must(c.InternItem("item")) })},
	{name: "InternRole", cost: "one lookup for each part of the path.",
		grows: []string{"depth"}, do: plain(func(c *cluster) { must(c.InternRole(c.path)) })},
	{name: "RoleName", cost: "constant, but for paths of more than 256 bytes proportional to the role's depth.",
		grows: []string{"depth"}, do: plain(func(c *cluster) { must(c.RoleName(c.role)) })},
	{name: "SetQuota", cost: "proportional to what is named, and to the role's depth.",
		grows: []string{"depth"}, do: undone(
			func(c *cluster) {
				must(0, c.SetQuota(c.role, alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 1 << 40}}}))
			},
			func(c *cluster) { must(0, c.SetQuota(c.role, alloc.Quota{})) })},
	{name: "SetWeights", cost: "proportional to what is named, and to the depth of the roles.",
		grows: []string{"depth"}, do: undone(
			func(c *cluster) { must(0, c.SetWeights([]alloc.RoleWeight{{Role: c.role, Weight: 2}})) },
			func(c *cluster) { must(0, c.SetWeights([]alloc.RoleWeight{{Role: c.role, Weight: 1}})) })},
	{name: "SetRanks", cost: "proportional to what is named, to the roles of the frameworks, and to the depth of the roles.",
		grows: []string{"depth"}, do: undone(
			func(c *cluster) { must(0, c.SetRanks([]alloc.RoleRank{{Role: c.role, Rank: 2}}, nil)) },
			func(c *cluster) { must(0, c.SetRanks([]alloc.RoleRank{{Role: c.role}}, nil)) })},
	{name: "SetRanks", cost: "proportional to what is named, to the roles of the frameworks, and to the depth of the roles.",
		grows: []string{"roles of the framework", "depth"}, do: undone(
			func(c *cluster) { must(0, c.SetRanks(nil, []alloc.FrameworkRank{{Framework: c.framework, Rank: 2}})) },
			func(c *cluster) { must(0, c.SetRanks(nil, []alloc.FrameworkRank{{Framework: c.framework}})) })},
	{name: "SetResourceWeights", cost: "proportional to what is named; that of ordering everybody anew in the next cycle.",
		do: undone(
			func(c *cluster) {
				must(0, c.SetResourceWeights([]alloc.ResourceWeight{{Resources: "cpus", Weight: 2}}))
			},
			func(c *cluster) { must(0, c.SetResourceWeights(nil)) })},
	{name: "SetLending", cost: "proportional to what is named, to the roles that lend, and to the depth of the role.",
		grows: []string{"depth"}, do: undone(
			func(c *cluster) { must(0, c.SetLending(alloc.Lending{Role: c.role, Guarantee: true})) },
			func(c *cluster) { must(0, c.SetLending(alloc.Lending{Role: c.role})) })},
	{name: "SetBorrowing", cost: "proportional to what is named, to the roles that are bounded, to the loans, and to the depth of their roles.",
		grows: []string{"depth", "loans"}, do: undone(
			func(c *cluster) {
				must(0, c.SetBorrowing(alloc.Borrowing{Role: c.role, Most: []alloc.Quantity{{Name: "cpus", Amount: 1 << 40}}}))
			},
			func(c *cluster) { must(0, c.SetBorrowing(alloc.Borrowing{Role: c.role})) })},
	{name: "SetLoanCost", cost: "proportional to the loans on the agent.",
		do: plain(func(c *cluster) { must(0, c.SetLoanCost(c.framework, c.role, c.agent, 1)) })},
	{name: "Loans", cost: "linear in the loans; a bit for each agent.",
		grows: []string{"agents", "loans"}, do: plain(func(c *cluster) { c.Loans(nil) })},
	{name: "SetPolicy", cost: "linear in the roles, and in the frameworks whose policy changes.",
		grows: []string{"roles", "roles of the framework", "depth", "policies"}, do: undone(
			func(c *cluster) { must(0, c.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, alloc.Random)) },
			func(c *cluster) { must(0, c.SetPolicy(alloc.AllRoles, alloc.ScopeRoles, alloc.DRF)) })},
	{name: "FrameworkSettings", cost: "constant.", do: plain(func(c *cluster) { must(c.FrameworkSettings(c.framework)) })},
	{name: "Configuration", cost: "that of sorting the roles.",
		grows: []string{"roles", "roles of the framework", "depth", "policies"}, do: plain(func(c *cluster) { c.Configuration() })},
	{name: "FindAgent", cost: "one lookup.", do: plain(func(c *cluster) { c.FindAgent("agent") })},
	{name: "FindRole", cost: "one lookup for each part of the path.", grows: []string{"depth"}, do: plain(func(c *cluster) {
		path, _ := c.RoleName(c.role)
		c.FindRole(path)
	})},
	{name: "FindFramework", cost: "one lookup.", do: plain(func(c *cluster) { c.FindFramework("framework") })},
	{name: "AgentName", cost: "constant.", do: plain(func(c *cluster) { must(c.AgentName(c.agent)) })},
	{name: "AgentIDs", cost: "linear in the agents.",
		grows: []string{"agents", "loans"}, do: plain(func(c *cluster) { c.AgentIDs(nil) })},
	{name: "AgentTotal", cost: "proportional to what the agent has.", do: plain(func(c *cluster) { must(c.AgentTotal(nil, c.agent)) })},
	{name: "AgentFree", cost: "proportional to what the agent has.", do: plain(func(c *cluster) { must(c.AgentFree(nil, c.agent)) })},
	{name: "OfferedOrAllocated", cost: "linear in what is held on the agent.",
		grows: []string{"users of the agent"}, do: plain(func(c *cluster) { must(c.OfferedOrAllocated(nil, c.agent, c.framework, c.role)) })},
	{name: "AgentHoldings", cost: "linear in what is held on the agent.",
		grows: []string{"users of the agent"}, do: plain(func(c *cluster) { must(c.AgentHoldings(nil, c.agent)) })},
	{name: "AgentFilters", cost: "linear in the filters on the agent, and in what they refuse.",
		grows: everyone, do: plain(func(c *cluster) { must(c.AgentFilters(nil, c.agent)) })},
	{name: "Allocated", cost: "proportional to what tasks use on the agent.", grows: []string{"users in roles of their own"}, do: plain(func(c *cluster) { must(c.Allocated(nil, c.agent, c.role)) })},
	{name: "FrameworkIDs", cost: "that of sorting them.",
		grows: everyone, do: plain(func(c *cluster) { c.FrameworkIDs(nil) })},
	{name: "DescribeFramework", cost: "linear in its roles.",
		grows: []string{"roles of the framework"}, do: plain(func(c *cluster) { must(c.DescribeFramework(c.framework)) })},
	{name: "Metrics", cost: "linear in the roles in use, in subscriptions and in loans; agents and former state cost nothing. Where parts of the tree have policies of their own, a role costs its depth until a cycle has run; so does always one that goes on with an earlier weight (SetWeights).",
		grows: state[1:], do: plain(func(c *cluster) { c.Metrics(new(core.Metrics)) })},
	{name: "AgentLoads", cost: "linear in what agents have, and in what tasks use there.",
		grows: []string{"agents", "users of the agent", "loans"}, do: plain(func(c *cluster) { c.AgentLoads(new(core.AgentLoads)) })},
	{name: "SubscriptionLoads", cost: "linear in the subscriptions, the agents, and what is held on them.",
		grows: append([]string{"roles of the framework", "agents", "loans"}, everyone...), do: plain(func(c *cluster) { c.SubscriptionLoads(nil) })},
	{name: "Recovering", cost: "constant.", do: plain(func(c *cluster) { c.Recovering() })},
	{name: "Amounts", cost: "constant for each amount.", do: plain(func(c *cluster) {
		for range c.Amounts(quantities.NewRow(1, 2)) {
		}
	})},
	{name: "Standings", cost: "proportional to the roles in use and to subscriptions, by the names of resources, and linear in what is held on agents, and in loans. Siblings are divided in rounds: one is usual, and all are few, unless their weights and what they ask for are made to be many. A minimum that no agent has enough for looks at all agents.",
		grows: state, do: plain(func(c *cluster) { c.Standings() })},
	{name: "RequestedStandings", cost: "that of Standings, without what is held on agents.",
		grows: state, do: plain(func(c *cluster) {
			must(c.RequestedStandings([]alloc.Request{{Framework: c.framework, Role: c.role, Amounts: quantities.NewRow(1)}}))
		})},
	{name: "NewcomerStanding", cost: "that of Standings.",
		grows: state, do: plain(func(c *cluster) { must(c.NewcomerStanding(alloc.Newcomer{In: alloc.AllRoles})) })},
	{name: "WouldFit", cost: "that of Snapshot, Restore and a cycle.", grows: state, do: plain(func(c *cluster) {
		must(c.WouldFit(alloc.Newcomer{In: alloc.AllRoles}))
	})},
	{name: "ExplainStanding", cost: "that of Standings, and of the paths of all roles that are asked about, each of which has the names of those above it. With a newcomer, that of WouldFit besides.", grows: state, squares: []string{"depth"}, do: plain(func(c *cluster) {
		must(c.ExplainStanding(alloc.StandingQuestion{Role: alloc.AllRoles, OtherRole: alloc.AllRoles}))
	})},
	{name: "Explain", cost: "one pass over the agents, and a bounded search for what would help; where roles lend, also all that is recalled.",
		grows: []string{"agents"},
		known: state[1:], do: plain(func(c *cluster) { must(c.Explain(c.framework, c.role)) })},
	{name: "ExplainAgent",
		known: state[1:], do: plain(func(c *cluster) { must(c.ExplainAgent(c.framework, c.role, c.agent)) })},
	{name: "ExplainRole",
		grows: []string{"agents"},
		known: state[1:], do: plain(func(c *cluster) { must(c.ExplainRole(c.role)) })},
	{name: "RoleLimits", cost: "linear in the limits, the depth of the role, and the roles whose quota or consumption has changed since the last cycle.",
		grows: []string{"depth", "depth under hdrf"}, do: plain(func(c *cluster) { must(c.RoleLimits(c.role)) })},
	{name: "Validate", cost: "linear in the state, and in what is looked for in it.",
		grows: state, do: plain(func(c *cluster) { must(0, c.Validate()) })},
	{name: "Snapshot", cost: "linear in the state.",
		grows: state, do: plain(func(c *cluster) { must(0, c.Snapshot(io.Discard)) })},
	{name: "Digest", cost: "linear in the state.",
		grows:   state,
		squares: []string{"depth"}, do: plain(func(c *cluster) { c.Digest() })},
	{name: "AppendState", cost: "linear in what is written.",
		grows: state, do: plain(func(c *cluster) { c.AppendState(nil) })},
}

// answer declines an inverse offer of the agent for an hour.
func (c *cluster) answer(framework alloc.FrameworkID) alloc.InverseOfferUpdate {
	return alloc.InverseOfferUpdate{Now: c.Now(), Agent: c.agent, Framework: framework, Status: alloc.Decline, RefuseFor: time.Hour}
}

// held adds an agent of which the framework holds something, and returns how that is
// recovered.
func (c *cluster) held() (alloc.AgentID, alloc.RecoverRequest) {
	used := []alloc.Usage{{Framework: "framework", Role: c.role, Resources: c.resources(1)}}
	agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3), Used: used}))
	return agent, alloc.RecoverRequest{Now: c.Now(), Framework: c.framework, Agent: agent, Role: c.role, Resources: c.resources(1), RefuseFor: time.Second}
}

// lent adds an agent that a role lends, with a loan that has ended.
func (c *cluster) lent() alloc.AgentID {
	c.lend()
	agent := must(c.AddAgent(alloc.AgentInfo{ID: c.name(), Total: c.resources(3)[:1]}))
	c.settle()
	for _, l := range c.Loans(nil) {
		if l.Agent == agent {
			must(0, c.RecoverResources(alloc.RecoverRequest{Now: c.Now(), Framework: l.Framework, Agent: agent, Role: l.Role, Resources: []alloc.Resource{l.Lent}}))
		}
	}
	c.RequestAllocation()
	return agent
}

// reservation reserves cpus for the role.
func (c *cluster) reservation() alloc.Conversion {
	reserved := must(c.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: c.path}}}))
	return alloc.Conversion{
		Consumed:  []alloc.Resource{alloc.ScalarOf(c.cpus, alloc.Unit)},
		Converted: []alloc.Resource{alloc.ScalarOf(reserved, alloc.Unit)},
	}
}
