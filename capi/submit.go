package main

// #include "apportion.h"
import "C"

import (
	"runtime/debug"
	"unsafe"

	"github.com/apportion/apportion/core"
)

//export apportion_submit
func apportion_submit(handle C.apportion_instance, ops *C.apportion_op, count C.size_t, results *C.apportion_result) C.int32_t {
	done := 0
	code := enter(handle, func(in *instance) error {
		var r reader
		batch := r.operations(ops, count)
		out := array[C.apportion_result](&r, results, count, C.APPORTION_MAX_COUNT, "results")
		if r.err != nil {
			return r.err
		}
		return in.submit(batch, out, &done)
	})
	if code == C.APPORTION_E_PANIC {
		abandon(results, count, done)
	}
	return code
}

// submit applies operations one after the other and counts those done. The
// error is about the first that failed.
func (in *instance) submit(batch operations, out []C.apportion_result, done *int) error {
	var first error
	for i := range out {
		value, err := in.apply(batch, i)
		out[i] = C.apportion_result{code: codeOf(err), value: C.uint64_t(value)}
		if err != nil && planted(bugTrace) {
			in.core.Pause()
		}
		if err != nil && first == nil {
			first = fail(C.APPORTION_E_PARTIAL, "operation %d: %s", i, err)
		}
		*done = i + 1
	}
	return first
}

// abandon writes the results of operations that a panic has left undone. The
// place for them may be what the panic was about.
func abandon(results *C.apportion_result, count C.size_t, done int) {
	defer func() { _ = recover() }()
	debug.SetPanicOnFault(true)
	var r reader
	out := array[C.apportion_result](&r, results, count, C.APPORTION_MAX_COUNT, "results")
	for i := done; i < len(out); i++ {
		out[i] = C.apportion_result{code: C.APPORTION_E_PANIC}
	}
}

// member views the union of an operation as the member that its type names.
func member[T any](op *C.apportion_op) *T { return (*T)(unsafe.Pointer(&op.u)) }

// valued makes a handle or number the value of a result.
func valued[T ~uint32 | ~uint64](v T, err error) (uint64, error) { return uint64(v), err }

// apply carries out one operation. It is as long as the list of operations.
func (in *instance) apply(batch operations, i int) (uint64, error) {
	var r reader
	op := batch.at(&r, i)
	if r.err != nil {
		return 0, r.err
	}
	a := in.core
	switch op._type {
	case C.APPORTION_OP_RECOVER_RESOURCES:
		return 0, in.recoverResources(member[C.apportion_op_recover_resources](op))
	case C.APPORTION_OP_TRANSITION:
		return 0, in.transition(member[C.apportion_op_transition](op))
	case C.APPORTION_OP_UPDATE_ALLOCATION:
		return 0, in.updateAllocation(member[C.apportion_op_update_allocation](op))
	case C.APPORTION_OP_UPDATE_AVAILABLE:
		return 0, in.updateAvailable(member[C.apportion_op_update_available](op))

	case C.APPORTION_OP_ADD_FRAMEWORK:
		return valued(in.addFramework(member[C.apportion_op_add_framework](op)))
	case C.APPORTION_OP_UPDATE_FRAMEWORK:
		return 0, in.updateFramework(member[C.apportion_op_update_framework](op))
	case C.APPORTION_OP_REMOVE_FRAMEWORK:
		return 0, a.RemoveFramework(*member[core.FrameworkID](op))
	case C.APPORTION_OP_ACTIVATE_FRAMEWORK:
		return 0, a.ActivateFramework(*member[core.FrameworkID](op))
	case C.APPORTION_OP_DEACTIVATE_FRAMEWORK:
		return 0, a.DeactivateFramework(*member[core.FrameworkID](op))
	case C.APPORTION_OP_SUPPRESS_OFFERS:
		return 0, in.suppressOffers(member[C.apportion_op_framework_roles](op))
	case C.APPORTION_OP_REVIVE_OFFERS:
		return 0, in.reviveOffers(member[C.apportion_op_framework_roles](op))
	case C.APPORTION_OP_REQUEST_RESOURCES:
		return 0, a.RequestResources(*member[core.FrameworkID](op))
	case C.APPORTION_OP_EXCLUDE_AGENTS:
		return 0, in.excludeAgents(member[C.apportion_op_exclude_agents](op))
	case C.APPORTION_OP_EXCLUDE_AGENT:
		return 0, in.excludeAgent(member[C.apportion_op_exclude_agent](op))

	case C.APPORTION_OP_ADD_AGENT:
		return valued(in.addAgent(*member[*C.apportion_agent_info](op)))
	case C.APPORTION_OP_UPDATE_AGENT:
		return 0, in.updateAgent(member[C.apportion_op_update_agent](op))
	case C.APPORTION_OP_REMOVE_AGENT:
		return 0, a.RemoveAgent(*member[core.AgentID](op))
	case C.APPORTION_OP_ACTIVATE_AGENT:
		return 0, a.ActivateAgent(*member[core.AgentID](op))
	case C.APPORTION_OP_DEACTIVATE_AGENT:
		return 0, a.DeactivateAgent(*member[core.AgentID](op))
	case C.APPORTION_OP_ADD_RESOURCE_PROVIDER:
		return 0, in.addResourceProvider(member[C.apportion_op_add_resource_provider](op))
	case C.APPORTION_OP_SET_WHITELIST:
		return 0, in.setWhitelist(member[C.apportion_op_strings](op))
	case C.APPORTION_OP_CLEAR_WHITELIST:
		return 0, a.SetWhitelist(nil)

	case C.APPORTION_OP_UPDATE_UNAVAILABILITY:
		return 0, in.updateUnavailability(member[C.apportion_op_update_unavailability](op))
	case C.APPORTION_OP_UPDATE_INVERSE_OFFER:
		return 0, in.updateInverseOffer(member[C.apportion_op_update_inverse_offer](op))

	case C.APPORTION_OP_SET_QUOTA:
		return 0, in.setQuota(member[C.apportion_op_set_quota](op))
	case C.APPORTION_OP_SET_WEIGHTS:
		return 0, in.setWeights(member[C.apportion_op_set_weights](op))
	case C.APPORTION_OP_SET_POLICY:
		return 0, in.setPolicy(member[C.apportion_op_set_policy](op))
	case C.APPORTION_OP_SET_RANKS:
		return 0, in.setRanks(member[C.apportion_op_set_ranks](op))

	case C.APPORTION_OP_DECLARE_ROLE:
		return valued(in.declareRole(*member[C.apportion_str](op)))
	case C.APPORTION_OP_DECLARE_KIND:
		return valued(in.declareKind(*member[*C.apportion_kind_info](op)))
	case C.APPORTION_OP_DECLARE_ITEM:
		return valued(in.declareItem(*member[C.apportion_str](op)))
	case C.APPORTION_OP_RELEASE_ROLES:
		m := member[C.apportion_op_release_roles](op)
		return 0, in.releaseRoles(m.roles, m.count)
	case C.APPORTION_OP_RELEASE_KINDS:
		m := member[C.apportion_op_release_kinds](op)
		return 0, in.releaseKinds(m.kinds, m.count)
	case C.APPORTION_OP_RELEASE_ITEMS:
		m := member[C.apportion_op_release_items](op)
		return 0, in.releaseItems(m.items, m.count)

	case C.APPORTION_OP_RECOVER:
		return 0, in.recover(member[C.apportion_op_recover](op))
	case C.APPORTION_OP_ADVANCE:
		a.Advance(core.Time(member[C.apportion_op_advance](op).now))
	case C.APPORTION_OP_REQUEST_ALLOCATION:
		a.RequestAllocation()
	case C.APPORTION_OP_PAUSE:
		a.Pause()
	case C.APPORTION_OP_RESUME:
		a.Resume()
	default:
		return 0, fail(C.APPORTION_E_INVALID, "operation: the type %d is unknown", uint32(op._type))
	}
	return 0, nil
}
