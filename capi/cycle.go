package main

import "C"

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/quantities"
)

//export apportion_pending
func apportion_pending(handle apportion_instance, pending *int32_t) int32_t {
	return ask(handle, pending, "pending", func(a *core.View) int32_t { return flag(a.Pending()) })
}

//export apportion_paused
func apportion_paused(handle apportion_instance, paused *int32_t) int32_t {
	return ask(handle, paused, "paused", func(a *core.View) int32_t { return flag(a.Paused()) })
}

//export apportion_allocate
func apportion_allocate(handle apportion_instance, now int64_t, cycle *apportion_cycle) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		out := answered(&r, cycle, APPORTION_CYCLE_MIN_SIZE, "cycle")
		if r.err != nil {
			return r.err
		}
		if err := alloc.Time(now).Check(); err != nil {
			return err
		}
		in.allocate(now, out)
		return nil
	})
}

//export apportion_run_due
func apportion_run_due(handle apportion_instance, now int64_t, cycle *apportion_cycle, next *int64_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		out := answered(&r, cycle, APPORTION_CYCLE_MIN_SIZE, "cycle")
		pointer(&r, next, "next")
		if r.err != nil {
			return r.err
		}
		if err := in.advance(&apportion_op_advance{now: now}); err != nil {
			return err
		}
		in.allocate(now, out)
		*next = nextDeadline(&in.core.View)
		return nil
	})
}

// allocate runs the cycle that is due, if one is, and writes how it went. What it offers can be read until the next
// allocate, which discards that even if it runs none.
func (in *instance) allocate(now int64_t, out answer[apportion_cycle]) {
	began := time.Now()
	in.core.Allocate(alloc.Time(now), &in.cycle)
	if in.cycle.Report.Ran {
		hooks.RunTook(in.core, time.Since(began))
	}
	report := &in.cycle.Report
	in.headroom = appendHeadroom(in.headroom[:0], &in.core.View, report)
	out.write(&apportion_cycle{
		ran:              uint32_t(flag(report.Ran)),
		offers:           size_t(len(in.cycle.Offers)),
		resources:        size_t(len(in.cycle.Resources)),
		inverse_offers:   size_t(len(in.cycle.InverseOffers)),
		candidates:       size_t(report.Candidates),
		visited:          size_t(report.Visited),
		held_back_agents: size_t(report.HeldBackAgents),
		headroom:         size_t(len(in.headroom)),
		recalls:          size_t(len(in.cycle.Recalls)),
	})
}

// appendHeadroom turns the rows of a report into the caller's.
func appendHeadroom(dst []apportion_headroom, a *core.View, report *alloc.Report) []apportion_headroom {
	if !report.HasQuota {
		return dst
	}
	names := quantities.AppendNames(nil, report.RequiredBefore, report.RequiredAfter,
		report.AvailableBefore, report.AvailableAfter, report.HeldBack)
	for _, name := range names {
		dst = append(dst, apportion_headroom{
			resource:         apportion_name{uint32_t(hooks.ResourceNumber(a, name))},
			required_before:  int64_t(report.RequiredBefore.At(name)),
			required_after:   int64_t(report.RequiredAfter.At(name)),
			available_before: int64_t(report.AvailableBefore.At(name)),
			available_after:  int64_t(report.AvailableAfter.At(name)),
			held_back:        int64_t(report.HeldBack.At(name)),
		})
	}
	return dst
}

//export apportion_cycle_offers
func apportion_cycle_offers(handle apportion_instance, offers *apportion_offer, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeEach(offers, capacity, count, in.cycle.Offers, func(from *alloc.Offer) apportion_offer {
			return apportion_offer{
				framework: in.frameworkHandle(from.Framework),
				agent:     in.agentHandle(from.Agent),
				role:      apportion_role{uint32_t(from.Role)},
				first:     uint32_t(from.First),
				count:     uint32_t(from.Count),
			}
		})
	})
}

//export apportion_cycle_resources
func apportion_cycle_resources(handle apportion_instance, resources *apportion_resource, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeResources(resources, capacity, count, in.cycle.Resources)
	})
}

//export apportion_cycle_inverse_offers
func apportion_cycle_inverse_offers(handle apportion_instance, offers *apportion_inverse_offer, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeEach(offers, capacity, count, in.cycle.InverseOffers, func(from *alloc.InverseOffer) apportion_inverse_offer {
			return apportion_inverse_offer{
				framework:      in.frameworkHandle(from.Framework),
				agent:          in.agentHandle(from.Agent),
				start_nanos:    int64_t(from.Unavailability.Start),
				duration_nanos: int64_t(from.Unavailability.Duration),
			}
		})
	})
}

//export apportion_cycle_headroom
func apportion_cycle_headroom(handle apportion_instance, rows *apportion_headroom, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeRows(rows, capacity, count, in.headroom)
	})
}
