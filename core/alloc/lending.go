package alloc

import "time"

// Lending is what a role lends of what is kept back for it and idle. The zero value, but for Role,
// lends nothing. What roles lend of guarantees is one pool: a loan from it is no particular role's.
// MostRecalled bounds what is recalled for the role, whichever role lent it.
type Lending struct {
	Role RoleID
	// Guarantee and Reservations say what may be lent: the part of the role's guarantee that is not
	// met, and what is reserved for the role itself and free.
	Guarantee, Reservations bool
	// Most bounds how much of the guarantee is lent at a time, as revocable resources: scalar kinds
	// without a disk, a provider or a reservation. A resource that Most does not name is not lent,
	// not even from reservations.
	Most []Resource
	// MostRecalled bounds, by the names of resources, how much is recalled at a time for what the role's
	// guarantee lacks; overdue recalls do not count. A name that it lacks is not bounded; of a name with 0
	// nothing is recalled.
	MostRecalled []Quantity
}

// Borrowing bounds how much frameworks in a role, and in roles below it, together may have borrowed at a time of
// what is lent of guarantees, by the names of resources: at most the amount in Most, and at most the part in
// Parts of what the role deserves. A part is an amount in which Unit is all that the role deserves of the
// resource, and Unit/2 half of it. A name in neither list is not bounded; 0 is a bound. The zero value, but for
// Role, bounds nothing.
//
// What a role deserves is its part, by weights, of all that there is, as in Standings. Here the weights are
// those that were set, and a bound is rounded down.
type Borrowing struct {
	Role        RoleID
	Most, Parts []Quantity
}

// MaxGrace bounds Options.LendingGrace and Options.LendingLeast.
const MaxGrace = 24 * time.Hour

// When what was recalled for a role has come back, it is not lent again for a time. That time
// begins with FirstLendingWait. It doubles with each recall for the role, up to MaxLendingWait, and
// halves when loans end by themselves.
const (
	FirstLendingWait = 10 * time.Second
	MaxLendingWait   = time.Hour
)

// Loan is a part of what a framework holds that is lent to it. What was lent at once is one loan
// for each resource of the agent, or several while parts of it are recalled. It ends when the framework
// gives it back (RecoverResources), or when the framework or the agent is removed.
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
