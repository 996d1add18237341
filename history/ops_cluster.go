package history

// Domain is the fault domain of a master or an agent.
type Domain struct{ Region, Zone string }

var domain = codec[Domain]{
	readJSON: func(n jsonValue) (Domain, error) {
		o := n.object()
		d := Domain{required(o, "region", jsonValue.str), required(o, "zone", jsonValue.str)}
		return d, o.done()
	},
	writeJSON: func(d Domain) any { return map[string]any{"region": d.Region, "zone": d.Zone} },
	readShort: func(s *scanner) (d Domain, err error) {
		if d.Region, err = s.name(); err != nil {
			return d, err
		}
		if err := s.expect(":"); err != nil {
			return d, err
		}
		d.Zone, err = s.name()
		return d, err
	},
	writeShort: func(p *printer, d Domain) {
		p.name(d.Region)
		p.WriteString(":")
		p.name(d.Zone)
	},
}

// Initialize starts a new allocator, and a trace of this name. What is nil has
// Mesos's default: an interval of 1 s, nothing excluded, GPUs filtered, no
// domain, anything allocatable, a recovery timeout of 10 min and a factor of 0.8; DRF,
// agents in the order of their ids, and quota on top-level roles alone.
type Initialize struct {
	Trace               string
	ByHand              bool // see Advance
	AllocationIntervalS *float64
	FairnessExclude     []string
	FilterGPUResources  *bool
	Domain              *Domain
	MinAllocatable      []Quantities
	RecoveryTimeoutS    *float64
	AgentRecoveryFactor *float64
	RolePolicy          string // of all roles and, below it, of the frameworks in them
	FrameworkPolicy     string
	Policies            []RolePolicy
	AgentOrder          string
	Seed                uint64 // of the random orders
	NestedQuota         bool   // quota may be set on every role
	StartNS             int64  // where the clock stands
}

var initializeName = register[Initialize]("initialize", "initialize")

func (*Initialize) Name() string { return initializeName }

func (o *Initialize) fields() []field {
	byHand := flag("by_hand", "by-hand", &o.ByHand, boolean)
	byHand.keep = false
	nested := flag("nested_quota", "nested-quota", &o.NestedQuota, boolean)
	nested.keep = false
	return []field{
		word("trace", &o.Trace, text),
		byHand,
		option("allocation_interval_s", "interval", &o.AllocationIntervalS, pointer(float)),
		option("fairness_exclude", "exclude", &o.FairnessExclude, names),
		option("filter_gpu_resources", "gpu-filter", &o.FilterGPUResources, pointer(boolean)),
		option("domain", "domain", &o.Domain, pointer(domain)),
		option("min_allocatable", "min", &o.MinAllocatable, quantitiesList),
		option("recovery_timeout_s", "recovery-timeout", &o.RecoveryTimeoutS, pointer(float)),
		option("agent_recovery_factor", "recovery-factor", &o.AgentRecoveryFactor, pointer(float)),
		option("role_policy", "role-policy", &o.RolePolicy, text),
		option("framework_policy", "framework-policy", &o.FrameworkPolicy, text),
		option("policies", "policies", &o.Policies, rolePolicies),
		option("agent_order", "agent-order", &o.AgentOrder, agentOrder),
		option("seed", "seed", &o.Seed, natural),
		nested,
		option("start_ns", "start-ns", &o.StartNS, integer),
	}
}

// Quota is what a role is guaranteed and what it cannot exceed.
type Quota struct{ Guarantees, Limits Quantities }

var roleQuota = codec[Quota]{
	readJSON: func(n jsonValue) (Quota, error) {
		o := n.object()
		q := Quota{optional(o, "guarantees", quantities.readJSON), optional(o, "limits", quantities.readJSON)}
		q.settle()
		return q, o.done()
	},
	writeJSON: func(q Quota) any {
		return map[string]any{
			"guarantees": quantities.writeJSON(q.Guarantees),
			"limits":     quantities.writeJSON(q.Limits),
		}
	},
}

func (q *Quota) settle() {
	if len(q.Guarantees) == 0 {
		q.Guarantees = nil
	}
	if len(q.Limits) == 0 {
		q.Limits = nil
	}
}

// quotaRows is the codec of quotas by role. The short form has a row for each.
var quotaRows = func() codec[map[string]Quota] {
	c := mapOf(roleQuota, "")
	c.readShort = func(s *scanner) (map[string]Quota, error) {
		m := map[string]Quota{}
		return m, s.list("[", ";", "]", func() error {
			role, err := s.name()
			if err != nil {
				return err
			}
			if _, twice := m[role]; twice {
				return s.errorf("%q given twice", role)
			}
			var q Quota
			s.blanks()
			if q.Guarantees, err = quantities.readShort(s); err != nil {
				return err
			}
			s.blanks()
			q.Limits, err = quantities.readShort(s)
			q.settle()
			m[role] = q
			return err
		})
	}
	c.writeShort = func(p *printer, m map[string]Quota) {
		roles := sortedNames(m)
		p.list("[", "; ", "]", len(roles), func(i int) {
			p.name(roles[i])
			p.WriteString(" ")
			quantities.writeShort(p, m[roles[i]].Guarantees)
			p.WriteString(" ")
			quantities.writeShort(p, m[roles[i]].Limits)
		})
	}
	return c
}()

// Recover tells a new allocator what it was before a failover of the master.
type Recover struct {
	ExpectedAgents int
	Quotas         map[string]Quota
}

var recoverName = register[Recover]("recover", "recovery")

func (*Recover) Name() string { return recoverName }

func (o *Recover) fields() []field {
	return []field{
		word("expected_agents", &o.ExpectedAgents, whole),
		kept("quotas", "quotas", &o.Quotas, quotaRows),
	}
}

// UpdateQuota sets the quota of a role.
type UpdateQuota struct {
	Role string
	Quota
}

var updateQuotaName = register[UpdateQuota]("update_quota", "quota")

func (*UpdateQuota) Name() string { return updateQuotaName }

func (o *UpdateQuota) fields() []field {
	return []field{
		word("role", &o.Role, text),
		kept("guarantees", "guarantees", &o.Guarantees, quantities),
		kept("limits", "limits", &o.Limits, quantities),
	}
}

// UpdateWeights sets the weights of roles.
type UpdateWeights struct{ Weights map[string]float64 }

var updateWeightsName = register[UpdateWeights]("update_weights", "weights")

func (*UpdateWeights) Name() string { return updateWeightsName }

func (o *UpdateWeights) fields() []field {
	return []field{word("weights", &o.Weights, mapOf(float, ":"))}
}

// UpdateWhitelist limits offers to agents on these hosts; nil lifts the limit.
type UpdateWhitelist struct{ Hosts []string }

var updateWhitelistName = register[UpdateWhitelist]("update_whitelist", "whitelist")

func (*UpdateWhitelist) Name() string { return updateWhitelistName }

func (o *UpdateWhitelist) fields() []field {
	return []field{option("hosts", "hosts", &o.Hosts, names)}
}

// Pause stops allocation.
type Pause struct{}

var pauseName = register[Pause]("pause", "pause")

func (*Pause) Name() string    { return pauseName }
func (*Pause) fields() []field { return nil }

// Resume lets allocation go on.
type Resume struct{}

var resumeName = register[Resume]("resume", "resume")

func (*Resume) Name() string    { return resumeName }
func (*Resume) fields() []field { return nil }

// Advance moves the clock, in steps of half a second. Of a history that is by hand it
// moves it at once, to the nanosecond, and an advance of nothing has the allocation run
// that was asked for or is due; none runs otherwise.
type Advance struct{ Seconds float64 }

var advanceName = register[Advance]("advance", "advance")

func (*Advance) Name() string { return advanceName }

func (o *Advance) fields() []field {
	return []field{word("seconds", &o.Seconds, float)}
}
