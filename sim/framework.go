package sim

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A framework has tasks that wait, in classes of the same size, and answers offers
// with them.
type framework struct {
	plan    *scenario.Framework
	stream  uint64 // its part of what its streams are made from
	roleIDs []alloc.RoleID
	takes   map[int32]bool // groups of machines; nil: all
	results.FrameworkState
	id      alloc.FrameworkID
	gen     uint32 // how often it has come or gone
	present bool
	// startsByEvent: that it comes is the first that events say of it.
	startsByEvent bool
	came          alloc.Time
	quiet         bool // it has suppressed offers
	groups        []group
	gangs         int                // that wait
	running       []runningTask      // what it has when it first comes
	uses          []alloc.AgentUsage // by that
	answers       uint64             // batches of offers that it has held, for a time that was drawn
	gathered      []offerRef         // for gangs, until they start or patience ends
	patience      uint32             // counts the waits of gangs
	waits         bool               // for the end of its patience
}

// A group is one kind of a framework's tasks, and those of it that wait.
type group struct {
	fw            *framework
	plan          *scenario.Tasks
	number        uint64 // its index among the framework's
	arrived       int
	ended         int
	running       int       // from the beginning
	resumed       int       // of those, numbered
	gaps          int       // between arrivals, that have been drawn
	draws         int       // of whether tasks have failed
	rows          []taskRow // of a file
	arrives       bool      // when the rows say, in the order in which they are
	lasts         bool      // as long as the rows say
	shapes        *shapeTable
	size          int32 // of all its tasks, or none
	distributions []sizeDistribution
	classes       []class
	bySize        map[int32]int
	per           map[[2]string]int // tasks that run, by attribute and value of most_per
	queue         []int             // classes that have tasks waiting, in the order since when
}

type sizeDistribution struct {
	resource     int
	distribution *scenario.Distribution
}

// heldIn is what the framework holds in one of its roles.
func (fw *framework) heldIn(role alloc.RoleID) *amounts {
	return &fw.Held[slices.Index(fw.roleIDs, role)]
}
