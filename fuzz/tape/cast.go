package tape

import (
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// A Cast is who and what the calls of one history are about, and how its
// allocators are set up. Agents and frameworks have nothing but a name.
type Cast struct {
	Options core.Options // completed by Start
	Start   history.Initialize
	// Every is how often a cycle that is due is run: 1 for each time.
	Every int
	// Step is by how much the clock moves at once, with a cycle after each step if
	// one is due; 0 if it moves as far as it is told.
	Step time.Duration

	Agents, Frameworks []string
	Roles              []Role
	Kinds              []Kind
	Names              []string // of resources
	Hosts              []string
	Items              []string // of sets

	kinds, names, roles, hosts, items map[string]uint32
}

// NewCast is a cast of nobody.
func NewCast() *Cast {
	return &Cast{
		Every: 1,
		kinds: map[string]uint32{}, names: map[string]uint32{}, roles: map[string]uint32{},
		hosts: map[string]uint32{}, items: map[string]uint32{},
	}
}
