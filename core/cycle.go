package core

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/tested"
)

func init() {
	tested.Looked = func(a any) (pairs, again int) {
		looked := a.(*Allocator).operations.Cycles.Cycle.Demand.Looked
		return looked.Roles + looked.Frameworks, looked.Again
	}
	tested.LookedForLoans = func(allocator any) (lending, recalling, waits int) {
		a := allocator.(*Allocator)
		for _, l := range a.lending.Lenders {
			for _, w := range l.Waits {
				waits += assert.BoolInt(a.news.Now < w.Until)
			}
		}
		looked := a.operations.Cycles.Cycle.LookedForLoans()
		return looked.Borrowers + looked.Lenders, looked.Loans + looked.Askers, waits
	}
	tested.Filters = func(allocator any) (over, inForce int) {
		a := allocator.(*Allocator)
		for slot := range a.agents.Alive.All {
			t := a.agents.At(slot).FilterTable()
			over += a.frameworks.Filters.Len(t)
			for range a.frameworks.Filters.All(t) {
				inForce++
			}
		}
		return over - inForce, inForce
	}
}

// Allocate runs the cycle that is due, if one is, and writes its outcome to out, whose
// former content it discards. A framework holds its offers until they are recovered.
//
// Cost: O(a log c), for a agents that can be offered and that something changed for, and c
// clients; a bit for each other candidate. Where quota has kept agents back, each role that has more
// room than before looks at a bit of each of these; until as much has been offered as came back, a
// counts those that the role does not refuse anyway. Where roles lend, a cycle of all agents also
// looks at each role, lender and active framework; at all who may borrow and who lend for each of the
// a agents, and for as many others as it takes to lend what came back; and at each loan, if any is
// recalled, is of reservations or may be needed.
func (a *Allocator) Allocate(now Time, out *Cycle) {
	a.operations.Cycles.Allocate(now, out)
	if checking {
		a.verify()
	}
}

// AllocateDigested is Allocate that also returns the outcome's digest (Cycle.Digest). It
// digests offers while it writes them, since reading many of them again takes time.
//
// Cost: that of Allocate.
func (a *Allocator) AllocateDigested(now Time, out *Cycle) uint64 {
	sum := a.operations.Cycles.AllocateDigested(now, out)
	if checking {
		a.verify()
		if sum != out.Digest() {
			panic(fmt.Sprintf("core: digest %016x of offers as they were written, and %016x as they are", sum, out.Digest()))
		}
	}
	return sum
}

// RequestAllocation makes every agent a candidate of the next cycle.
//
// Cost: a bit for each agent.
func (a *Allocator) RequestAllocation() { a.agents.RequestAll() }

// Pending reports whether a cycle has been asked for. The host then calls
// Allocate, soon, but may let further calls pass before: like Mesos's, one
// cycle serves them all.
//
// Cost: constant.
func (a *Allocator) Pending() bool { return a.news.Pending }

// Advance tells the allocator the time. It ends the filters that are due and a recovery
// that has waited too long, and makes every agent a candidate if the periodic allocation
// is due. Pending says whether a cycle is due now. At the end of time, where an interval
// begun has no end, no further periodic allocation is due.
//
// A filter that lasts one interval still holds in a periodic allocation at the very time
// of its end. A longer one does not.
//
// Cost: something for each filter that ends, and a look at all others of its agent, which are
// in no order of their ends; a bit for each agent where the periodic allocation is due.
func (a *Allocator) Advance(now Time) {
	defer a.settle()
	a.operations.Cycles.Advance(now)
}

// NextDeadline returns when something next happens by itself: the periodic allocation, the
// end of an offer filter, or the end of the wait for agents in recovery. The host calls
// Advance then. ok is false if nothing is ever due.
//
// Cost: constant.
func (a *Allocator) NextDeadline() (at Time, ok bool) { return a.operations.Cycles.NextDeadline() }

// Now returns the latest time that any call has named.
//
// Cost: constant.
func (a *Allocator) Now() Time { return a.news.Now }

// Pause stops allocation until Resume, and forgets calls that ask for a cycle meanwhile.
// The end of a wait in recovery resumes as well, whoever paused: Mesos's recover delays a
// call of resume, and so does Recover here.
//
// Cost: constant.
func (a *Allocator) Pause() { a.news.Pause() }

// Resume ends a pause, or the wait in recovery.
//
// Cost: constant.
func (a *Allocator) Resume() { a.news.Resume() }

// Paused reports whether allocation is paused.
//
// Cost: constant.
func (a *Allocator) Paused() bool { return a.news.Paused }

// Recover tells how many agents and which quotas the former master had. If it had both,
// allocation pauses until Options.AgentRecoveryFactor * expectedAgents are back, or
// Options.RecoveryTimeout has passed.
//
// Errors: CodeState (an agent has been added), CodeInvalid (also a number of
// agents that cannot be), CodeUnknownRole, CodeName, CodeAmount and CodeLimit,
// as SetQuota.
//
// Cost: proportional to what is named.
func (a *Allocator) Recover(now Time, expectedAgents int, quotas []RoleQuota) error {
	defer a.settle()
	return a.operations.Roles.RecoverAfterFailover(now, expectedAgents, quotas)
}

// settle ends every call that may change something but the cycle.
func (a *Allocator) settle() {
	a.operations.ForgetUnused()
	if checking {
		a.operations.Poison()
		a.verify()
	}
}
