package alloc

import (
	"slices"
	"time"

	"github.com/apportion/apportion/quantities"
)

// Standing is where a role, a framework in a role, or all roles together stand. Each list has an
// amount for each name in Standings.Names, in their order. A role's include what is below it. Those of the
// roles at the top, or right below a role, with those of its own frameworks, add up to Standings.All, or to
// the role's, but for Asks, Kept, Guaranteed, Met and Idle: these a role may have of its own.
type Standing struct {
	// Deserved is its part by weights of all that there is, whoever asks.
	Deserved []Amount
	// Asks is how much it asks for, with what it holds, and may have.
	Asks []Amount
	// Fair is its part by weights among those who ask: nobody's is more than Asks, nor less than what is
	// guaranteed and reserved of that; what somebody does not ask for goes to the others.
	Fair []Amount
	// Holds is what its frameworks hold, and Offered what of it no task uses.
	Holds, Offered []Amount
	// Guaranteed is the guarantee of the role's own quota. Met is how much of it the role has: reserved, or
	// held and neither reserved nor revocable. Idle is what it neither has nor lends.
	Guaranteed, Met, Idle []Amount
	// Kept is what is kept back of guarantees and reservations though nobody asks for it: nobody else's Fair
	// has it.
	Kept []Amount
	// Borrowed is what of Holds is lent to it, and Exposed what of that is not recalled, and may be.
	Borrowed, Exposed []Amount
	// Lent is what is lent of its own: of its reservations, and of the guarantees that all who lend put
	// together its part, in proportion to what it puts in now.
	Lent []Amount
	// BackIn is how long it takes until all of Borrowed is due, if what is Exposed is recalled now.
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

// Standings is where everybody stands at a moment: the roles in use, those above before those below and
// siblings by name, and the registered frameworks in each, by name. Its lists are the caller's.
//
// All sums up the roles at the top, and Total is what there is. Of each name
//
//	Total = All.Fair + All.Kept + NotAsked + Unregistered
//
// if no more than Total is held. Deserved of the top adds up to Total if there is a role.
type Standings struct {
	Names        []quantities.Name // that agents have any of, somebody holds, or a guarantee names; ascending
	Total        []Amount
	NotAsked     []Amount // nobody asks for it, and it is not kept
	Unregistered []Amount // held by frameworks that have yet to come
	All          Standing
	Roles        []RoleStanding
	Frameworks   []FrameworkStanding
	Newcomer     *Standing // of who was made up, if anybody
}

// Newcomer is a role or framework that is not there: what would it come to hold?
type Newcomer struct {
	In          RoleID  // below which it is; AllRoles: at the top
	IsFramework bool    // in that role, which is not AllRoles; else it is a role
	Weight      float64 // of a role, above 0; 0 stands for 1
	// Minimum is the least that is worth an offer to it; anything if it is empty.
	Minimum []Quantity
	// Request is how much it asks for: of what is not named nothing. Without any it asks for all that there is.
	Request []Quantity
}

// StandingQuestion is what View.ExplainStanding is asked.
type StandingQuestion struct {
	// Role and Framework say whose standing is meant: AllRoles and 0 all of them, a role and 0 the role's with its
	// frameworks.
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

// Figures names what Lists has, in its order.
var Figures = [...]string{"deserved", "asks", "fair", "holds", "offered", "guaranteed", "met", "idle", "kept", "borrowed", "exposed", "lent"}

// Lists returns the lists of a standing, in the order of Figures.
func (s *Standing) Lists() [len(Figures)]*[]Amount {
	return [...]*[]Amount{
		&s.Deserved, &s.Asks, &s.Fair, &s.Holds, &s.Offered, &s.Guaranteed, &s.Met, &s.Idle, &s.Kept, &s.Borrowed, &s.Exposed, &s.Lent,
	}
}
