package history

// Domain is the fault domain of a master or an agent.
type Domain struct {
	Region string
	Zone   string `before:":"`
}

// Initialize starts a new allocator, and a trace of this name. A nil field has Mesos's
// default: an interval of 1 s, nothing excluded, GPUs filtered, no domain, no minimum, a
// recovery timeout of 10 min and a factor of 0.8, DRF, agents by id, quota on top-level roles.
type Initialize struct {
	Trace               string
	ByHand              bool         `key:"by-hand,flag"` // see Advance
	AllocationIntervalS *float64     `key:"interval"`
	FairnessExclude     []string     `key:"exclude"`
	FilterGPUResources  *bool        `key:"gpu-filter"`
	Domain              *Domain      `key:"domain"`
	MinAllocatable      []Quantities `key:"min"`
	RecoveryTimeoutS    *float64     `key:"recovery-timeout"`
	AgentRecoveryFactor *float64     `key:"recovery-factor"`
	RolePolicy          string       `key:"role-policy"` // of all roles and, below it, of the frameworks in them
	FrameworkPolicy     string       `key:"framework-policy"`
	Policies            []RolePolicy `key:"policies" in:"[; ]"`
	AgentOrder          string       `key:"agent-order" words:"random id pack spread"`
	Seed                uint64       `key:"seed"`              // of the random orders
	NestedQuota         bool         `key:"nested-quota,flag"` // quota may be set on every role
	StrictUse           bool         `key:"strict-use,flag"`   // refuses use and recovery that do not add up
	StartNS             int64        `key:"start-ns"`          // where the clock stands
	LendingGraceS       float64      `key:"lending-grace"`     // after which what is lent and recalled is due,
	LendingLeastS       float64      `key:"lending-least"`     // not before it has been lent for so long
}

// Quota is what a role is guaranteed and what it cannot exceed.
type Quota struct {
	Guarantees Quantities `key:"guarantees,kept"`
	Limits     Quantities `key:"limits,kept" before:" "`
}

// Advance moves the clock in steps of half a second. In a history that is by hand it moves the
// clock at once, to the nanosecond. There an advance of nothing runs the allocation that was asked
// for or is due; otherwise none runs.
type Advance struct{ Seconds float64 }
