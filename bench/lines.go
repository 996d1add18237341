package bench

// Line describes a line of the table, a benchmark below BenchmarkTable.
type Line struct {
	Name       string
	Work       string // what one operation is
	Agents     int
	Frameworks int
	Mesos      string // what Mesos 1.12 takes for it with its own allocator
	Target     string
	Unit       string // of the metric that Target is about, if not the time
}

// Lines are the lines of the table in its order. Those with a target are what
// the design asks for; the others are states close to them.
var Lines = []Line{
	{Name: "full_1k", Work: "full cycle, one role, agents wholly free", Agents: 50_000, Frameworks: 1_000, Mesos: "2.2-2.8 s", Target: "15 ms"},
	{Name: "full_6k", Work: "the same with 6,000 frameworks", Agents: 50_000, Frameworks: 6_000, Mesos: "10.4-11.1 s", Target: "20 ms"},
	{Name: "full_1k_used", Work: "full cycle, a part of each agent in use, 15 single ports free", Agents: 50_000, Frameworks: 1_000},
	{Name: "full_6k_used", Work: "the same with 6,000 frameworks", Agents: 50_000, Frameworks: 6_000},
	{Name: "full_1k_lent", Work: "full cycle, a tenth of the cluster is lent", Agents: 50_000, Frameworks: 1_000, Target: "1.2 x", Unit: "ratio"},
	{Name: "recall_10k", Work: "cycle that recalls loans of 10,000 agents", Agents: 10_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "lent_in_vain", Work: "cycle after a borrower revives, while nobody would take loans of 5,000 agents", Agents: 5_000, Frameworks: 1_000},
	{Name: "recall_in_vain", Work: "cycle, 10,000 agents are lent, and nobody of the lender would take any", Agents: 10_000, Frameworks: 1_100},
	{Name: "idle", Work: "cycle, all suppressed", Agents: 50_000, Frameworks: 1_000, Mesos: "0.62 s", Target: "0.1 ms"},
	{Name: "idle_full", Work: "cycle, everything offered", Agents: 50_000, Frameworks: 1_000, Mesos: "0.62 s", Target: "0.1 ms"},
	{Name: "idle_unchanged", Work: "cycle, what is free refused and nothing changed", Agents: 50_000, Frameworks: 1_000, Mesos: "0.62 s", Target: "0.1 ms"},
	{Name: "declined_unchanged", Work: "cycle, everything refused for good by everyone, nothing changed", Agents: 50_000, Frameworks: 1_000, Mesos: "~400 s", Target: "1 ms"},
	{Name: "declined_changed", Work: "the same, every agent's free resources changed, still covered", Agents: 50_000, Frameworks: 1_000, Mesos: "~400 s", Target: "500 ms"},
	{Name: "labels", Work: "full cycle, 12 labels of its own on each reservation", Agents: 50_000, Frameworks: 1_000, Target: "1.2 x", Unit: "ratio"},
	{Name: "add_agents", Work: "adding 50,000 agents, one cycle", Agents: 50_000, Frameworks: 1_000, Mesos: "6.1 s", Target: "50 ms"},
	{Name: "add_agents_each", Work: "adding 50,000 agents, a cycle after each", Agents: 50_000, Frameworks: 1_000},
	{Name: "revives", Work: "1,000 revives, a cycle after each", Agents: 10_000, Frameworks: 1_000, Mesos: "15-21 s", Target: "20 ms"},
	{Name: "quota", Work: "cycle, 3,000 roles guaranteed an agent each", Agents: 3_000, Frameworks: 3_000, Mesos: "18-24 s", Target: "10 ms"},
	{Name: "quota_mixed", Work: "cycle, 2,500 roles guaranteed half an agent, 500 two agents", Agents: 3_000, Frameworks: 3_000, Mesos: "18-24 s", Target: "10 ms"},
	{Name: "quota_idle", Work: "the next cycle, nothing left", Agents: 3_000, Frameworks: 3_000, Mesos: "14-38 s", Target: "1 ms"},
	{Name: "headroom", Work: "cycle, one unmet guarantee keeps all that is free, nothing changed", Agents: 16_000, Frameworks: 1_000},
	{Name: "headroom_changed", Work: "the same, something known of every agent", Agents: 16_000, Frameworks: 1_000, Target: "3.2 ms"},
	{Name: "limits_reserved", Work: "cycle, roles at their limits, a foreign reservation or something revocable free", Agents: 4_000, Frameworks: 1_000},
	{Name: "limits_reserved_changed", Work: "the same, something known of every agent", Agents: 4_000, Frameworks: 1_000, Target: "0.8 ms"},
	{Name: "add_frameworks", Work: "adding 3,000 frameworks, each its own role, a cycle after each", Agents: 3_000, Frameworks: 3_000, Mesos: "20-23 s", Target: "10 ms"},
	{Name: "add_agents_quota", Work: "adding 10,000 agents, 1,000 roles with quota, one cycle", Agents: 10_000, Frameworks: 1_000, Mesos: "60-104 s", Target: "15 ms"},
	{Name: "add_agents_quota_each", Work: "the same, a cycle after each", Agents: 10_000, Frameworks: 1_000},
	{Name: "reserve", Work: "unreserve and reserve, agent of 800 resource objects", Agents: 1, Frameworks: 200, Mesos: "22 ms", Target: "50 us"},
	{Name: "decline_50k", Work: "50,000 offers declined for five seconds, in random order", Agents: 50_000, Frameworks: 1_000},
	{Name: "launch_50k", Work: "a task of 2 CPUs launched on each of them", Agents: 50_000, Frameworks: 1_000},
	{Name: "finish_50k", Work: "these tasks end", Agents: 50_000, Frameworks: 1_000},
	{Name: "end_50k", Work: "50,000 filters of as many agents end, each at another time, all before the clock is told", Agents: 50_000, Frameworks: 1_000},
	{Name: "end_50k_same", Work: "the same, all at one time", Agents: 50_000, Frameworks: 1_000},
	{Name: "metrics", Work: "all metrics, 1,000 roles with quota", Agents: 10_000, Frameworks: 1_000, Mesos: "150 ms", Target: "1 ms"},
	{Name: "explain", Work: "Explain of one framework, agents wholly free", Agents: 50_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "explain_held", Work: "the same, everything offered", Agents: 50_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "explain_declined", Work: "the same, everything refused for good by everyone", Agents: 50_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "explain_limits", Work: "the same, 1,000 roles at their limits", Agents: 50_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "explain_roles", Work: "ExplainFramework of one framework in 1,000 roles", Agents: 50_000, Frameworks: 1},
	{Name: "snapshot", Work: "writing a snapshot, everything offered", Agents: 50_000, Frameworks: 1_000, Target: "50 ms"},
	{Name: "restore", Work: "reading it", Agents: 50_000, Frameworks: 1_000, Target: "150 ms"},
	{Name: "snapshot_declined", Work: "writing a snapshot with 50 million filters", Agents: 50_000, Frameworks: 1_000},
	{Name: "recorded_calls", Work: "what recording adds to a call", Agents: 50_000, Frameworks: 1_000, Target: "154 ns", Unit: "more-ns/call"},
	{Name: "recorded_cycle", Work: "full cycle, recorded against not recorded", Agents: 50_000, Frameworks: 1_000, Target: "1.05 x", Unit: "ratio"},
	{Name: "record_on", Work: "switching a recording on, everything offered: the pause", Agents: 50_000, Frameworks: 1_000},
	{Name: "replay", Work: "replaying a million calls and 14 full cycles", Agents: 50_000, Frameworks: 1_000, Target: "3 s", Unit: "s/million"},
	{Name: "million", Work: "full cycle, a million agents", Agents: 1_000_000, Frameworks: 10_000, Target: "1 s"},
	{Name: "memory", Work: "resident memory", Agents: 50_000, Frameworks: 1_000, Mesos: "2.4 GB", Target: "64 MB", Unit: "MB"},
	{Name: "memory", Work: "memory of a live filter", Agents: 50_000, Frameworks: 1_000, Target: "24 B", Unit: "B/filter"},
}
