package journal

import (
	"fmt"

	"github.com/apportion/apportion/core"
)

// op says which call a record is of. The numbers are part of the journal's form.
type op uint8

const (
	opAllocate op = iota
	opAdvance
	opRequestAllocation
	opPause
	opResume
	opRunTook
	opInternRole
	opInternKind
	opInternItem
	opReleaseRoles
	opReleaseKinds
	opReleaseItems
	opAddAgent
	opUpdateAgent
	opRemoveAgent
	opActivateAgent
	opDeactivateAgent
	opAddResourceProvider
	opUpdateUnavailability
	opUpdateInverseOffer
	opSetWhitelist
	opAddFramework
	opUpdateFramework
	opRemoveFramework
	opActivateFramework
	opDeactivateFramework
	opRequestResources
	opSuppressOffers
	opReviveOffers
	opExcludeAgents
	opExcludeAgent
	opRecoverResources
	opUpdateAllocation
	opUpdateAvailable
	opTransitionOfferedToAllocated
	opSetQuota
	opSetWeights
	opSetRanks
	opSetPolicy
	opRecover
	ops
)

var opNames = [ops]string{
	"Allocate", "Advance", "RequestAllocation", "Pause", "Resume", "RunTook", "InternRole", "InternKind",
	"InternItem", "ReleaseRoles", "ReleaseKinds", "ReleaseItems", "AddAgent", "UpdateAgent", "RemoveAgent",
	"ActivateAgent", "DeactivateAgent", "AddResourceProvider", "UpdateUnavailability", "UpdateInverseOffer",
	"SetWhitelist", "AddFramework", "UpdateFramework", "RemoveFramework", "ActivateFramework",
	"DeactivateFramework", "RequestResources", "SuppressOffers", "ReviveOffers", "ExcludeAgents", "ExcludeAgent",
	"RecoverResources", "UpdateAllocation", "UpdateAvailable", "TransitionOfferedToAllocated", "SetQuota",
	"SetWeights", "SetRanks", "SetPolicy", "Recover",
}

func (o op) String() string {
	if o < ops {
		return opNames[o]
	}
	return fmt.Sprintf("call %d", uint8(o))
}

// play makes a call again.
type play func(a *core.Allocator) (result uint64, err error)

// read reads what a call was given, and returns that, and how to make the call.
type read func(c *coder) (arguments any, call play)

// noArgument reads a call that is given nothing.
func noArgument(call func(*core.Allocator)) read {
	return func(*coder) (any, play) {
		return nil, func(a *core.Allocator) (uint64, error) {
			call(a)
			return 0, nil
		}
	}
}

// oneArgument reads a call that is given one thing, which code reads.
func oneArgument[T any](code func(*coder, *T), call func(*core.Allocator, T) error) read {
	return func(c *coder) (any, play) {
		var x T
		code(c, &x)
		return x, func(a *core.Allocator) (uint64, error) { return 0, call(a, x) }
	}
}

// oneReturning is oneArgument for a call that returns a number.
func oneReturning[T any, N unsigned](code func(*coder, *T), call func(*core.Allocator, T) (N, error)) read {
	return func(c *coder) (any, play) {
		var x T
		code(c, &x)
		return x, func(a *core.Allocator) (uint64, error) {
			result, err := call(a, x)
			return uint64(result), err
		}
	}
}

// reads are those of all calls but Allocate.
var reads = func() (all [ops]read) {
	for _, some := range []map[op]read{clusterCalls, namesCalls, agentsCalls, frameworksCalls, resourcesCalls} {
		for o, r := range some {
			all[o] = r
		}
	}
	return all
}()
