package alloc

import (
	"slices"
	"time"

	"github.com/apportion/apportion/quantities"
)

// Figures are what somebody deserves, asks for and holds of a resource, what is promised to it, and what of that is
// lent. A role's Deserved, Fair, Holds, Offered, Borrowed and Exposed are the sums of those of the roles right below it
// and of its own frameworks. Its Kept and Lent include those of the roles below it.
type Figures struct {
	// Deserved is its part by weights of all that there is, whoever asks.
	Deserved Amount
	// Asks is how much it asks for, with what it holds, and may have.
	Asks Amount
	// Fair is its part by weights among those who ask. It is at most Asks, and at least what is
	// guaranteed and reserved of Asks. What somebody does not ask for goes to the others.
	Fair Amount
	// Holds is what its frameworks hold, and Offered what of it no task uses.
	Holds, Offered Amount
	// Guaranteed is the guarantee of the role's own quota. Met is how much of it the role has: reserved, or
	// held and neither reserved nor revocable. Idle is what it neither has nor lends.
	Guaranteed, Met, Idle Amount
	// Kept is what is kept back of guarantees and reservations though nobody asks for it. It is in nobody's
	// Fair.
	Kept Amount
	// Borrowed is the part of Holds that is lent to it. Exposed is the part of Borrowed that is not
	// recalled, and may be.
	Borrowed, Exposed Amount
	// Lent is what is lent of its reservations, and its part of what all lenders together lend of
	// guarantees: in proportion to what each of them puts in now.
	Lent Amount
}

// FigureNames names what List has, in its order.
var FigureNames = [...]string{"deserved", "asks", "fair", "holds", "offered", "guaranteed", "met", "idle", "kept", "borrowed", "exposed", "lent"}

// List returns all figures.
func (f Figures) List() [len(FigureNames)]Amount {
	return [...]Amount{f.Deserved, f.Asks, f.Fair, f.Holds, f.Offered, f.Guaranteed, f.Met, f.Idle, f.Kept, f.Borrowed, f.Exposed, f.Lent}
}

// Standing is where a role with all below it, a framework in a role, or all roles together stand.
type Standing struct {
	Figures []Figures // by the index of Standings.Names
	// BackIn is how long it takes until all that is borrowed is due, if what is exposed is recalled now.
	BackIn time.Duration
	// IsAsking: a framework in it asks, and may be offered something.
	IsAsking bool
}

// RoleStanding is where a role stands, with all below it.
type RoleStanding struct {
	Role   RoleID
	Parent int     // index in Standings.Roles; -1 at the top
	Weight float64 // by which it is ordered
	Standing
}

// FrameworkStanding is where a framework stands in a role.
type FrameworkStanding struct {
	Framework FrameworkID
	Role      int // index in Standings.Roles
	Standing
}

// Standings is where everybody stands at a moment: the roles in use, and in each role its registered
// frameworks by name. A role comes before the roles below it, and siblings by name. The caller owns the
// lists.
//
// All sums up the roles at the top, one that was made up included. Total is what there is. For each
// name
//
//	Total = Fair + Kept (both of All) + NotAsked + Unregistered
//
// unless more than Total is held. The Deserved of the top-level roles add up to Total if there is a
// role.
type Standings struct {
	Names        []quantities.Name // that agents have any of, somebody holds, or a guarantee names; ascending
	Total        []Amount
	NotAsked     []Amount  // nobody asks for it, and it is not kept
	Unregistered []Amount  // held by frameworks that have yet to come
	Counted      []Counted // in shares
	All          Standing
	Roles        []RoleStanding
	Frameworks   []FrameworkStanding
	Newcomer     *Standing // of who was made up, if anybody
}

// Counted is a resource that counts in shares, or some that count as one (View.ResourceWeights).
type Counted struct {
	Names []int   // their indexes
	Times float64 // a part of it counts so many times
}

// Share is which part of all of one resource somebody holds, and which part is fair.
type Share struct {
	Held, Fair float64
	Free       float64 // which part is free, and kept for nobody who does not ask
	Asks       bool
}

// Lacks is what it asks for of its fair part, and does not hold.
func (s Share) Lacks() float64 {
	if !s.Asks {
		return 0
	}
	return max(0, s.Fair-s.Held)
}

// Starved is how much of what it lacks is held by others: Lacks without what is free.
func (s Share) Starved() float64 { return max(0, s.Lacks()-s.Free) }

// Over is what it holds beyond its fair part.
func (s Share) Over() float64 { return max(0, s.Held-s.Fair) }

// Dominant returns the index of the name whose share stands for all of somebody's shares: the name of which it holds
// the largest part, as parts count in shares. If it holds nothing, it is the name with the largest fair part. Of
// several names that count as one, it is the one of which it holds most. The index is -1 if nothing counts.
func (s *Standings) Dominant(x *Standing) int {
	best, held, fair := -1, 0.0, 0.0
	for _, c := range s.Counted {
		k, all, h, f := -1, 0.0, 0.0, 0.0
		for _, n := range c.Names {
			all += s.Total[n].Float()
			h += x.Figures[n].Holds.Float()
			f += x.Figures[n].Fair.Float()
			if k < 0 || x.Figures[n].Holds > x.Figures[k].Holds || x.Figures[k].Holds == 0 && x.Figures[n].Fair > x.Figures[k].Fair {
				k = n
			}
		}
		h, f = c.Times*h/all, c.Times*f/all
		if all > 0 && (best < 0 || h > held || held == 0 && f > fair) {
			best, held, fair = k, h, f
		}
	}
	return best
}

// Share returns somebody's share of a name, by its index; nothing of -1.
func (s *Standings) Share(x *Standing, k int) Share {
	if k < 0 || s.Total[k] <= 0 {
		return Share{Asks: x.IsAsking}
	}
	all, total := s.All.Figures[k], s.Total[k].Float()
	free := s.Total[k] - all.Holds - s.Unregistered[k] - max(0, all.Kept-all.Lent)
	return Share{Held: x.Figures[k].Holds.Float() / total, Fair: x.Figures[k].Fair.Float() / total, Free: max(0, free).Float() / total, Asks: x.IsAsking}
}

// Request is how much a framework in a role asks for besides what it holds. Of a name without an amount it asks
// nothing.
type Request struct {
	Framework FrameworkID
	Role      RoleID
	Amounts   quantities.Row
}

// Newcomer is a role or framework that is not there: what would it come to hold?
type Newcomer struct {
	In          RoleID  // below which it is; AllRoles: at the top
	IsFramework bool    // in that role, which is not AllRoles; else it is a role
	Weight      float64 // of a role, above 0; 0 stands for 1
	// Minimum is the least that is worth an offer to it; anything if it is empty.
	Minimum []Quantity
	// Request is how much it asks for; of a name that is missing, nothing. Without any it asks for all that
	// there is.
	Request []Quantity
}

// StandingQuestion is what View.ExplainStanding is asked.
type StandingQuestion struct {
	// Role and Framework say whose standing is asked for. AllRoles without a framework: everybody's. A role
	// without a framework: the role's, and its frameworks'.
	Role      RoleID
	Framework FrameworkID
	// OtherRole and OtherFramework are whom to compare it with; AllRoles: nobody.
	OtherRole      RoleID
	OtherFramework FrameworkID
	Newcomer       *Newcomer // nil: nobody
}

// Role returns the standing of a role, nil if it is not in use.
func (s *Standings) Role(id RoleID) *RoleStanding {
	if i := slices.IndexFunc(s.Roles, func(r RoleStanding) bool { return r.Role == id }); i >= 0 {
		return &s.Roles[i]
	}
	return nil
}

// Framework returns the standing of a framework in a role, nil if it is not in it.
func (s *Standings) Framework(id FrameworkID, role RoleID) *FrameworkStanding {
	for i := range s.Frameworks {
		if f := &s.Frameworks[i]; f.Framework == id && s.Roles[f.Role].Role == role {
			return f
		}
	}
	return nil
}
