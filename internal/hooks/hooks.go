// Package hooks has what core does for the C library, for recordings and for tests alone, so that a
// Go program does not find it among the methods of an allocator. Package core sets the functions when it is
// initialised; nobody sets them later. An allocator is a *core.Allocator there, and a view a *core.View: core
// imports this package.
package hooks

import (
	"io"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// Upcoming is a call about an agent that comes soon: its agent, 0 for a call about none, and what
// else its kind has to do with.
type Upcoming struct {
	Agent    alloc.AgentID
	Recovers bool // RecoverResources
	Refuses  bool // RecoverResources that installs a filter
}

// Prefetch is for a host that makes many calls one after the other: it asks the processor
// for the memory of agents that calls soon to come are about. calls are all of them, i is the one
// that comes next. Prefetch changes nothing, and answers nothing. What is no agent's handle in
// the list is passed over.
//
// Cost: constant.
var Prefetch func(view any, calls []Upcoming, i int)

// RunTook tells how long the last cycle of an allocator took, for its Metrics alone: the core has no
// clock. What is no allocator is told nothing.
//
// Cost: constant.
var RunTook func(allocator any, took time.Duration)

// Changes are what a restored allocator has that is not as in its snapshot.
type Changes struct {
	// Rename is given each name and text that a host chose, and returns what stands in its place.
	// These are the names of agents, hosts, regions, frameworks, set items and roles, and the texts
	// in reservations, labels, disks and providers. Names of resources and policies stay.
	//
	// The restored allocator makes the same offers as the one of the snapshot if Rename
	//
	//   - gives different names for different ones, in the same order;
	//   - changes a role's path part by part, and leaves the slashes where they are;
	//   - leaves "" and "*" alone.
	//
	// Under Random it makes others, since that draws by the paths of roles.
	Rename func(string) string
	// Policies are what core.Restore is given.
	Policies []policy.Definition
	// Test replaces the test options. The answers are the same.
	Test *tested.Options
}

// Restore is core.Restore with changes; it returns a *core.Allocator.
//
// Errors: as of core.Restore; a *SnapshotError if new names contradict each other.
var Restore func(snapshot io.Reader, with Changes) (allocator any, err error)

// ResourceNumber returns the number of the name that index i of a row stands for. The first
// name of an index has the index as its number; each that takes the index later has another.
// A number stands for another name only after 2^20 other names have been forgotten.
//
// Cost: constant.
var ResourceNumber func(view any, i quantities.Name) rows.Number

// NumberedResource returns the name that has a number. A forgotten name has its own until
// another name takes its index.
//
// Errors: CodeInvalid (no name has had the number, or another has taken its index).
//
// Cost: constant.
var NumberedResource func(view any, number rows.Number) (string, error)

// Looked returns how many pairs of an agent and a role, or a framework, the latest cycle of an
// allocator looked at, whether or not it asked them, and of how many agents the next one has
// to ask again, since it draws anew what quota cuts there.
var Looked func(allocator any) (pairs, again int)
