package explain

// changes is the table of kinds: what they are called, and how much it takes, to
// prefer what takes less.
var changes = [...]struct {
	kind   ChangeKind
	name   string
	effort int
}{
	{ChangeResume, "resume", 3},
	{ChangeWait, "wait", 2},
	{ChangeWhitelistHost, "whitelist_host", 6},
	{ChangeActivateAgent, "activate_agent", 5},
	{ChangeUpgradeAgent, "upgrade_agent", 13},
	{ChangeActivateFramework, "activate_framework", 4},
	{ChangeAddCapabilities, "add_capabilities", 9},
	{ChangeSubscribe, "subscribe", 12},
	{ChangeLowerMinimum, "lower_minimum", 8},
	{ChangeRevive, "revive", 1},
	{ChangeAdmitAgent, "admit_agent", 7},
	{ChangeRaiseLimit, "raise_limit", 10},
	{ChangeLowerGuarantee, "lower_guarantee", 11},
	{ChangeAddAgent, "add_agent", 14},
}

// effort is how much a change takes. To give up a minimum comes last: the offer may have
// nothing of what the minimum was about.
func (c *Change) effort() int {
	for i := range changes {
		if changes[i].kind == c.Kind && (c.Kind != ChangeLowerMinimum || len(c.Amounts) > 0) {
			return changes[i].effort
		}
	}
	return len(changes) + 1
}
