package main

import (
	"C"

	"github.com/apportion/apportion/core/alloc"
)

// setLending replaces what the role lends, and how much is recalled for it. What is lent already stays lent.
func (in *instance) setLending(m *apportion_op_set_lending) error {
	var r reader
	r.flags(m.flags, APPORTION_LEND_GUARANTEE|APPORTION_LEND_RESERVATIONS, "lending")
	l := alloc.Lending{
		Role:         alloc.RoleID(m.role.number),
		Guarantee:    m.flags&APPORTION_LEND_GUARANTEE != 0,
		Reservations: m.flags&APPORTION_LEND_RESERVATIONS != 0,
		Most:         r.resources(m.most, m.most_count, "most"),
		MostRecalled: r.quantities(m.most_recalled, "most_recalled"),
	}
	if r.err != nil {
		return r.err
	}
	return in.core.SetLending(l)
}

// The recalls are those of the latest apportion_allocate or apportion_run_due, none if that ran no cycle.
//
//export apportion_cycle_recalls
func apportion_cycle_recalls(handle apportion_instance, recalls *apportion_recall, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeEach(recalls, capacity, count, in.cycle.Recalls, func(from *alloc.Recall) apportion_recall {
			return apportion_recall{
				framework: in.frameworkHandle(from.Framework),
				agent:     in.agentHandle(from.Agent),
				role:      apportion_role{uint32_t(from.Role)},
				asks:      apportion_role{uint32_t(from.For)},
				stage:     uint32_t(from.Stage),
				kind:      apportion_kind{uint32_t(from.Lent.Kind)},
				amount:    int64_t(from.Lent.Amount),
				due_nanos: int64_t(from.Due),
			}
		})
	})
}

//export apportion_loans
func apportion_loans(handle apportion_instance, loans *apportion_loan, capacity size_t, count *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		return writeEach(loans, capacity, count, in.core.Loans(nil), func(from *alloc.Loan) apportion_loan {
			to := apportion_loan{
				framework:   in.frameworkHandle(from.Framework),
				agent:       in.agentHandle(from.Agent),
				role:        apportion_role{uint32_t(from.Role)},
				kind:        apportion_kind{uint32_t(from.Lent.Kind)},
				original:    apportion_kind{uint32_t(from.Original)},
				amount:      int64_t(from.Lent.Amount),
				since_nanos: int64_t(from.Since),
				cost:        int64_t(from.Cost),
			}
			if from.Reserved {
				to.flags |= APPORTION_LOAN_RESERVED
			}
			if from.Recalled {
				to.flags |= APPORTION_LOAN_RECALLED
				to.asks, to.due_nanos = apportion_role{uint32_t(from.For)}, int64_t(from.Due)
			}
			return to
		})
	})
}
