package main

import "C"

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/linked"
)

//export apportion_create
func apportion_create(options *apportion_options, handle *apportion_instance) int32_t {
	return create(options, handle, func(r *reader, o *apportion_options) (*core.Allocator, error) {
		asked := r.options(o)
		if r.err != nil {
			return nil, r.err
		}
		return core.New(asked)
	})
}

// create makes an instance of the allocator that open returns: a new one, or one restored. If anything fails, no
// instance is left, and *handle stays as it is.
func create(
	options *apportion_options, handle *apportion_instance, open func(*reader, *apportion_options) (*core.Allocator, error),
) int32_t {
	return enterProcess(func() error {
		var r reader
		if !pointer(&r, handle, "instance") || !pointer(&r, options, "options") {
			return r.err
		}
		// First of all, since a later header may have made the struct longer.
		if options.abi_version == 0 {
			return fail(APPORTION_E_VERSION, "options: the ABI version is 0: APPORTION_OPTIONS_INIT sets it")
		}
		if v := options.abi_version; v > abiVersion {
			return fail(APPORTION_E_VERSION, "options: the ABI version is %d; this library knows 1 to %d", uint32(v), abiVersion)
		}
		whole := record(&r, options, APPORTION_OPTIONS_MIN_SIZE, "options")
		if r.err != nil {
			return r.err
		}
		r.collector(whole)
		recording := r.recordingOf(whole)
		if r.err != nil {
			return r.err
		}
		if err := bringUpPoller(); err != nil {
			return err
		}
		allocator, err := open(&r, whole)
		if err != nil {
			return err
		}
		in := &instance{core: allocator}
		if !register(in) {
			return fail(APPORTION_E_LIMIT, "instance: there are %d already", len(registry.slots))
		}
		// Last of what can fail, since it leaves files behind.
		if recording.Dir != "" {
			if err := in.startRecording(recording); err != nil {
				unregister(in)
				return err
			}
		}
		tuneCollector(whole)
		*handle = apportion_instance{uint64_t(in.handle)}
		return nil
	})
}

func (r *reader) options(o *apportion_options) alloc.Options {
	r.reserved(o.reserved, "options")
	r.flags(o.flags, APPORTION_OFFER_GPUS_TO_ALL|APPORTION_NESTED_QUOTA|APPORTION_STRICT_USE, "options")
	return alloc.Options{
		Interval:            time.Duration(o.interval_nanos),
		Start:               alloc.Time(o.start_nanos),
		RoleSorter:          alloc.Policy(r.str(o.role_policy, "options: role_policy")),
		FrameworkSorter:     alloc.Policy(r.str(o.framework_policy, "options: framework_policy")),
		Policies:            linked.Policies,
		RolePolicies:        r.rolePolicies(o.policies, o.policy_count),
		AgentOrder:          alloc.AgentOrder(narrow(o.agent_order)),
		Seed:                uint64(o.seed),
		FairnessExclude:     r.strs(o.fairness_exclude, o.fairness_exclude_count, "options: fairness_exclude"),
		MinAllocatable:      r.lists(o.min_allocatable, o.min_allocatable_count, "options: min_allocatable"),
		OfferGPUsToAll:      o.flags&APPORTION_OFFER_GPUS_TO_ALL != 0,
		Region:              r.str(o.region, "options: region"),
		RecoveryTimeout:     time.Duration(o.recovery_timeout_nanos),
		AgentRecoveryFactor: float64(o.agent_recovery_factor),
		NestedQuota:         o.flags&APPORTION_NESTED_QUOTA != 0,
		StrictUse:           o.flags&APPORTION_STRICT_USE != 0,
		LendingGrace:        time.Duration(o.lending_grace_nanos),
		LendingLeast:        time.Duration(o.lending_least_nanos),
	}
}

// rolePolicies reads policies that are spelt as settings.
func (r *reader) rolePolicies(settings *apportion_str, n size_t) []alloc.RolePolicy {
	texts := r.strs(settings, n, "options: policies")
	if r.err != nil {
		return nil
	}
	list, err := alloc.ParseRolePolicies(texts...)
	if err != nil {
		r.err = fmt.Errorf("options: policies: %w", err)
	}
	return list
}
