package main

// #include "apportion.h"
import "C"

import (
	"time"

	"github.com/apportion/apportion/core"
)

func (in *instance) setLending(m *C.apportion_op_set_lending) error {
	var r reader
	l := core.Lending{
		Role:         core.RoleID(m.role),
		Guarantee:    m.flags&C.APPORTION_LEND_GUARANTEE != 0,
		Reservations: m.flags&C.APPORTION_LEND_RESERVATIONS != 0,
		Most:         r.resources(m.most, m.most_count, "most"),
		Grace:        time.Duration(m.grace_nanos),
		Least:        time.Duration(m.least_nanos),
	}
	switch {
	case r.err != nil:
		return r.err
	case m.flags&^(C.APPORTION_LEND_GUARANTEE|C.APPORTION_LEND_RESERVATIONS) != 0:
		return fail(C.APPORTION_E_INVALID, "lending: flags %#x are unknown", uint32(m.flags))
	}
	return in.core.SetLending(l)
}

//export apportion_cycle_recalls
func apportion_cycle_recalls(handle C.apportion_instance, recalls *C.apportion_recall, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		rows := in.cycle.Recalls
		out := room[C.apportion_recall](&r, recalls, capacity, count, len(rows))
		for i := range out {
			from := &rows[i]
			out[i] = C.apportion_recall{
				framework: in.frameworkHandle(from.Framework),
				agent:     in.agentHandle(from.Agent),
				role:      C.apportion_role(from.Role),
				lender:    C.apportion_role(from.Lender),
				asks:      C.apportion_role(from.For),
				stage:     C.uint32_t(from.Stage),
				kind:      C.apportion_kind(from.Lent.Kind),
				amount:    C.int64_t(from.Lent.Amount),
				due_nanos: C.int64_t(from.Due),
			}
		}
		return r.err
	})
}

//export apportion_loans
func apportion_loans(handle C.apportion_instance, loans *C.apportion_loan, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		rows := in.core.Loans(nil)
		out := room[C.apportion_loan](&r, loans, capacity, count, len(rows))
		for i := range out {
			from := &rows[i]
			to := C.apportion_loan{
				framework:   in.frameworkHandle(from.Framework),
				agent:       in.agentHandle(from.Agent),
				role:        C.apportion_role(from.Role),
				lender:      C.apportion_role(from.Lender),
				kind:        C.apportion_kind(from.Lent.Kind),
				original:    C.apportion_kind(from.Original),
				amount:      C.int64_t(from.Lent.Amount),
				since_nanos: C.int64_t(from.Since),
			}
			if from.Reserved {
				to.flags |= C.APPORTION_LOAN_RESERVED
			}
			if from.Recalled {
				to.flags |= C.APPORTION_LOAN_RECALLED
				to.asks, to.due_nanos = C.apportion_role(from.For), C.int64_t(from.Due)
			}
			out[i] = to
		}
		return r.err
	})
}
