package core

// mayUseRegion reports whether a framework may be offered an agent as far as its
// region is concerned: one in another region than the master's is for those that
// are aware of regions (isCapableOfReceivingAgent).
func mayUseRegion(capabilities Capabilities, g *agent) bool {
	return !g.remote || capabilities&RegionAware != 0
}

// checkRegion refuses a region that could not be compared with the master's.
//
// DIVERGES: Mesos aborts when it comes to offer such an agent.
func (a *Allocator) checkRegion(id, region string) *Error {
	if region != "" && a.options.Region == "" {
		return errorf(CodeInvalid, "agent %q: is in region %q, but the master has no domain", id, region)
	}
	return nil
}
