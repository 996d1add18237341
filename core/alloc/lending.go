package alloc

import "time"

// Lending is what a role lends of what is kept back for it and not used. The zero value, but
// for Role, lends nothing. Guarantees are lent from one pool: a loan is of nobody's in particular.
// MostRecalled is of what is recalled for the role, whoever lends.
type Lending struct {
	Role RoleID
	// Guarantee and Reservations say what may be lent: what the role's guarantee lacks, and
	// what is reserved for the role itself and free.
	Guarantee, Reservations bool
	// Most is the most that is lent at a time of the guarantee, as revocable resources: kinds of
	// scalars without a disk, a provider or a reservation. A resource that it does not name is not
	// lent, of reservations neither.
	Most []Resource
	// MostRecalled is the most of what the role's guarantee lacks that is recalled at a time, and not overdue, by
	// the names of resources. What it does not name is not bounded; of 0 nothing is recalled.
	MostRecalled []Quantity
}

// Borrowing is how much frameworks in a role, and in those below it, may have borrowed at a time of what is
// lent of guarantees, together: by the names of resources, at most Most, and at most Parts of what the role
// deserves. A part is an amount, too: Unit is all that the role deserves of the resource, half of that is half of
// it. What is named nowhere is not bounded; 0 is a bound. The zero value, but for Role, bounds nothing.
//
// What a role deserves is its part of all that there is by weights, as it is in Standings. Here the weights are
// those that were set, and a bound is rounded down.
type Borrowing struct {
	Role        RoleID
	Most, Parts []Quantity
}

// MaxGrace bounds Options.LendingGrace and Options.LendingLeast.
const MaxGrace = 24 * time.Hour

// What was recalled for a role, and has come back, is lent again after a time that begins with
// FirstLendingWait, doubles with each recall for the role up to MaxLendingWait, and halves when
// loans end by themselves.
const (
	FirstLendingWait = 10 * time.Second
	MaxLendingWait   = time.Hour
)

// Loan is a part of what a framework holds that is lent to it. What was lent at once is one
// loan for each resource that the agent has, and several while parts are recalled.
type Loan struct {
	Framework FrameworkID
	Role      RoleID // of the framework
	Agent     AgentID
	Reserved  bool     // of the reservations of the role that Original names, and not of guarantees
	Lent      Resource // as the framework holds it: revocable
	Original  KindID   // as the agent has it
	Since     Time
	Recalled  bool
	For       RoleID // if recalled: whose framework asks for it
	Due       Time   // if recalled
	Cost      int64  // see SetLoanCost
}

// IsOverdue reports whether a loan should have been given back.
func (l *Loan) IsOverdue(now Time) bool { return l.Recalled && l.Due < now }
