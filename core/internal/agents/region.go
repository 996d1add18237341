package agents

import "github.com/apportion/apportion/core/internal/api"

// CheckRegion refuses an agent with a region if the master has none to compare with.
//
// DIVERGES: Mesos aborts when it comes to offer such an agent.
func CheckRegion(options *api.Options, id, region string) *api.Error {
	if region != "" && options.Region == "" {
		return api.Errorf(api.CodeInvalid, "agent %q: is in region %q, but the master has no domain", id, region)
	}
	return nil
}
