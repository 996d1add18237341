package explain

import (
	"github.com/apportion/apportion/core/alloc"
)

// Party is a framework in a role, or a role. Parties that the reader of an explanation may
// not view are only counted (Survey.Hide).
type Party struct {
	Framework     alloc.FrameworkID // 0 for a role
	FrameworkName string
	Role          alloc.RoleID
	RoleName      string
	Hidden        int // parties that are meant here and not named; 0 if this is one
}

// whose returns the party of a value that embeds one.
func (p *Party) whose() *Party { return p }

// ofParty are pointers to values that embed a Party.
type ofParty[T any] interface {
	*T
	whose() *Party
}

// text names a party within a sentence.
func (p Party) text() string {
	switch {
	case p.Hidden > 0 && p.RoleName != "":
		return others(p.Hidden, "framework") + " in role " + p.RoleName
	case p.Hidden > 0:
		return others(p.Hidden, "role")
	case p.FrameworkName != "":
		return p.FrameworkName + " in role " + p.RoleName
	case p.RoleName == "":
		return "the top level"
	}
	return "role " + p.RoleName
}
