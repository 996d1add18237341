package main

// #include "apportion.h"
import "C"

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

func (in *instance) requestAllocation() error {
	in.core.RequestAllocation()
	return nil
}

func (in *instance) pause() error {
	in.core.Pause()
	return nil
}

func (in *instance) resume() error {
	in.core.Resume()
	return nil
}

//export apportion_pending
func apportion_pending(handle C.apportion_instance, pending *C.int32_t) C.int32_t {
	return ask(handle, pending, "pending", func(a *core.Allocator) C.int32_t { return flag(a.Pending()) })
}

//export apportion_paused
func apportion_paused(handle C.apportion_instance, paused *C.int32_t) C.int32_t {
	return ask(handle, paused, "paused", func(a *core.Allocator) C.int32_t { return flag(a.Paused()) })
}

//export apportion_allocate
func apportion_allocate(handle C.apportion_instance, now C.int64_t, cycle *C.apportion_cycle) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		out := answered(&r, cycle, C.APPORTION_CYCLE_MIN_SIZE, "cycle")
		if r.err != nil {
			return r.err
		}
		began := time.Now()
		in.core.Allocate(core.Time(now), &in.cycle)
		if in.cycle.Report.Ran {
			in.core.RunTook(time.Since(began))
		}
		report := &in.cycle.Report
		in.headroom = appendHeadroom(in.headroom[:0], in.core.Allocator, report)
		out.write(&C.apportion_cycle{
			ran:              C.uint32_t(flag(report.Ran)),
			offers:           C.size_t(len(in.cycle.Offers)),
			resources:        C.size_t(len(in.cycle.Resources)),
			inverse_offers:   C.size_t(len(in.cycle.InverseOffers)),
			candidates:       C.size_t(report.Candidates),
			visited:          C.size_t(report.Visited),
			held_back_agents: C.size_t(report.HeldBackAgents),
			headroom:         C.size_t(len(in.headroom)),
			recalls:          C.size_t(len(in.cycle.Recalls)),
		})
		return nil
	})
}

// appendHeadroom turns the rows of a report into the caller's.
func appendHeadroom(dst []C.apportion_headroom, a *core.Allocator, report *core.Report) []C.apportion_headroom {
	if !report.HasQuota {
		return dst
	}
	names := quantities.AppendNames(nil, report.RequiredBefore, report.RequiredAfter,
		report.AvailableBefore, report.AvailableAfter, report.HeldBack)
	for _, name := range names {
		dst = append(dst, C.apportion_headroom{
			resource:         C.uint32_t(a.ResourceNumber(name)),
			required_before:  C.int64_t(report.RequiredBefore.At(name)),
			required_after:   C.int64_t(report.RequiredAfter.At(name)),
			available_before: C.int64_t(report.AvailableBefore.At(name)),
			available_after:  C.int64_t(report.AvailableAfter.At(name)),
			held_back:        C.int64_t(report.HeldBack.At(name)),
		})
	}
	return dst
}

//export apportion_cycle_offers
func apportion_cycle_offers(handle C.apportion_instance, offers *C.apportion_offer, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.writeOffers(offers, capacity, count)
	})
}

//export apportion_cycle_resources
func apportion_cycle_resources(handle C.apportion_instance, resources *C.apportion_resource, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return writeResources(resources, capacity, count, in.cycle.Resources)
	})
}

//export apportion_cycle_inverse_offers
func apportion_cycle_inverse_offers(handle C.apportion_instance, offers *C.apportion_inverse_offer, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.writeInverseOffers(offers, capacity, count)
	})
}

//export apportion_cycle_headroom
func apportion_cycle_headroom(handle C.apportion_instance, rows *C.apportion_headroom, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return writeRows(rows, capacity, count, in.headroom)
	})
}
