package api

import "time"

// Lending is what a role lends of what is kept back for it and not used. The zero value, but
// for Role, lends nothing.
type Lending struct {
	Role RoleID
	// Guarantee and Reservations say what may be lent: what the role's guarantee lacks, and
	// what is reserved for the role itself and free.
	Guarantee, Reservations bool
	// Most is the most that is lent at a time, as revocable resources: kinds of scalars without
	// a disk, a provider or a reservation. A resource that it does not name is not lent.
	Most []Resource
	// A recalled loan is due after Grace, and not before it has lasted Least. Both are at most
	// MaxGrace.
	Grace, Least time.Duration
}

// MaxGrace bounds Lending.Grace and Lending.Least.
const MaxGrace = 24 * time.Hour

// After a recall the same resource of the same lender is lent again after a time that begins
// with FirstLendingWait, doubles with each recall up to MaxLendingWait, and halves when loans
// end by themselves.
const (
	FirstLendingWait = 10 * time.Second
	MaxLendingWait   = time.Hour
)

// Loan is a part of what a framework holds that is lent to it. What was lent at once is one
// loan for each resource and lender, and two while a part is recalled.
type Loan struct {
	Framework FrameworkID
	Role      RoleID // of the framework
	Agent     AgentID
	Lender    RoleID
	Reserved  bool     // of the lender's reservations, and not of its guarantee
	Lent      Resource // as the framework holds it: revocable
	Original  KindID   // as the agent has it
	Since     Time
	Recalled  bool
	For       RoleID // if recalled: whose framework asks for it
	Due       Time   // if recalled
}

// IsOverdue reports whether a loan should have been given back.
func (l *Loan) IsOverdue(now Time) bool { return l.Recalled && l.Due < now }
