package agents

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// CheckRegion refuses an agent with a region if the master has none to compare with. AddAgent, UpdateAgent and the
// reader of snapshots call it.
//
// DIVERGES: Mesos aborts when it comes to offer such an agent.
func CheckRegion(options *alloc.Options, id, region string) *alloc.Error {
	if region != "" && options.Region == "" {
		return fault.Errorf(alloc.CodeInvalid, "agent %q: is in region %q, but the master has no domain", id, region)
	}
	return nil
}
