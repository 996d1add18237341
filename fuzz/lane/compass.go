package lane

import (
	"math/bits"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// A Compass knows what histories have reached: which features came together in a
// cycle, for which sets of reasons an agent was not offered to those who are there,
// and, in a program that counts it, which code. Histories that reach something new
// are worth building upon.
type Compass struct {
	pairs   [64]uint64 // by feature, those that it was together with; itself if it ever was
	reasons map[uint32]bool
	code    codeReached
}

// NewCompass is a compass that has seen nothing.
func NewCompass() *Compass { return &Compass{reasons: map[uint32]bool{}} }

// seldom are the calls that no history is drawn with.
var seldom = [...]tape.Verb{
	calls.OpAllocate, calls.OpRequestAllocation, calls.OpRunTook, calls.OpInternRole, calls.OpInternKind, calls.OpInternItem,
	calls.OpReleaseRoles, calls.OpReleaseKinds, calls.OpReleaseItems, calls.OpExcludeAgents, calls.OpExcludeAgent,
}

// featureNames are the names of all features, by number.
var featureNames []string

// feature is the number of a new one.
func feature(name string) uint {
	featureNames = append(featureNames, name)
	return uint(len(featureNames) - 1)
}

// callFeatures has the feature of each kind of call, as a bit.
var callFeatures = func() (out [tape.InverseOfferStatuses + 1]uint64) {
	for v := range tape.InverseOfferStatuses {
		if !slices.Contains(seldom[:], v) {
			out[v] = 1 << feature(v.String())
		}
	}
	out[tape.InverseOfferStatuses] = 1 << feature("InverseOfferStatuses")
	return out
}()

// What can be in a cycle besides the calls since the one before.
var (
	guaranteeUnmet       = feature("guarantee not met")
	heldBack             = feature("quota holds back")
	limited              = feature("limits")
	offeredNothing       = feature("nothing offered")
	visitedInVain        = feature("visited in vain")
	severalOffersOfAgent = feature("several offers of an agent")
	askedToLeave         = feature("inverse offers")
	restricted           = feature("whitelist")
	constrained          = feature("offer constraints")
	minimum              = feature("minima")
	filtered             = feature("filters")
	unregistered         = feature("use of unregistered frameworks")
	orphaned             = feature("orphaned tasks")
	blurred              = feature("use that is not known")
	offersReserved       = feature("reserved")
	offersRefined        = feature("refined reservation")
	offersVolume         = feature("volume")
	offersShared         = feature("shared volume")
	offersDisk           = feature("disk with a source")
	offersRanges         = feature("ranges")
	offersSet            = feature("set")
	offersRevocable      = feature("revocable")
	offersGPUs           = feature("GPUs")
	offersProvider       = feature("resource provider")
	offersNested         = feature("nested role")
	offersStar           = feature("role *")
	randomOrder          = feature("random order of agents")
	randomSorter         = feature("random sorter")
	nestedQuota          = feature("nested quota")
	severalCalls         = feature("several calls")
)

// Cycles without offers, what only offers have, and hence what cannot be together.
var (
	withoutOffers = uint64(1<<offeredNothing | 1<<visitedInVain)
	withOffers    = uint64(1<<severalOffersOfAgent | (1<<(offersStar+1) - 1<<offersReserved))
)

func impossible(x, y uint) bool { return withoutOffers>>x&1 != 0 && withOffers>>y&1 != 0 }

// cycle takes note of a cycle, and says whether anything of it is new.
func (c *Compass) cycle(m *match, out *core.Cycle) bool {
	set := m.since
	m.since = 0
	if bits.OnesCount64(set) > 1 {
		set |= 1 << severalCalls
	}
	set |= m.cycleFeatures(out) | m.offerFeatures(out) | m.bookFeatures()
	fresh := false
	for rest := set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		fresh = fresh || c.pairs[i]&set != set
		c.pairs[i] |= set
	}
	return c.visit(m) || fresh
}

func flag(on bool, feature uint) uint64 {
	if on {
		return 1 << feature
	}
	return 0
}

func (m *match) cycleFeatures(out *core.Cycle) uint64 {
	r := &out.Report
	set := flag(!r.RequiredBefore.IsZero(), guaranteeUnmet) | flag(r.HeldBackAgents > 0, heldBack) |
		flag(len(out.Offers) == 0, offeredNothing) | flag(len(out.Offers) == 0 && r.Visited > 0, visitedInVain) |
		flag(len(out.InverseOffers) > 0, askedToLeave)
	for i := range out.Offers {
		if i > 0 && out.Offers[i].Agent == out.Offers[i-1].Agent {
			set |= 1 << severalOffersOfAgent
		}
	}
	return set
}

func (m *match) offerFeatures(out *core.Cycle) uint64 {
	var set uint64
	for i := range out.Offers {
		role := &m.cast.Roles[m.subject.RoleOf(out.Offers[i].Role)]
		set |= flag(role.Depth > 0, offersNested) | flag(role.Path == "*", offersStar)
	}
	for i := range out.Resources {
		set |= m.kindFeatures(m.subject.KindOf(out.Resources[i].Kind))
	}
	return set
}

func (m *match) kindFeatures(n uint32) uint64 {
	k := &m.cast.Kinds[n]
	r := &k.Resource
	return flag(k.Role != tape.None, offersReserved) | flag(k.Refined(), offersRefined) | flag(k.Volume(), offersVolume) |
		flag(r.Shared, offersShared) | flag(r.Disk != nil && r.Disk.Source != nil, offersDisk) |
		flag(r.Type == history.Ranges, offersRanges) | flag(r.Type == history.Set, offersSet) | flag(r.Revocable, offersRevocable) |
		flag(r.Name == "gpus", offersGPUs) | flag(r.Provider != nil, offersProvider)
}

func (m *match) bookFeatures() uint64 {
	b := m.book
	set := flag(b.Restricted(), restricted) | flag(len(b.Options.MinAllocatable) > 0, minimum) | flag(len(b.Orphans) > 0, orphaned) |
		flag(b.Refusals > 0, filtered) | flag(b.Options.AgentOrder == core.OrderRandom, randomOrder) |
		flag(b.Options.RoleSorter == core.Random || b.Options.FrameworkSorter == core.Random, randomSorter) |
		flag(b.Options.NestedQuota, nestedQuota)
	for _, n := range b.Quotas() {
		set |= flag(len(b.Role(n).Limits) > 0, limited)
	}
	for i := range min(b.FrameworksThere.Len(), 16) {
		for _, r := range b.Frameworks[b.FrameworksThere.At(i)].Roles {
			set |= flag(r.In && r.Constraints != 0, constrained) | flag(r.In && r.OwnMinima, minimum)
		}
	}
	for i := range min(b.AgentsThere.Len(), 16) {
		a := &b.Agents[b.AgentsThere.At(i)]
		set |= flag(a.Blurred(), blurred)
		for _, n := range a.Holdings {
			set |= flag(b.Framework(b.Holdings[n].Framework) == nil, unregistered)
		}
	}
	return set
}

// visit works out for an agent that has something free why each of those who are
// there is not offered it, and says whether there was ever one with the same reasons.
func (c *Compass) visit(m *match) bool {
	b := m.book
	if b.AgentsThere.Len() == 0 || b.FrameworksThere.Len() > 64 {
		return false
	}
	n := b.AgentsThere.At(m.step % b.AgentsThere.Len())
	a := &b.Agents[n]
	var set uint32
	for i := range b.FrameworksThere.Len() {
		f := b.FrameworksThere.At(i)
		for _, r := range b.Frameworks[f].Roles {
			set |= 1 << b.WhyNot(book.Place{Framework: f, Role: r.Role, Agent: n})
		}
	}
	for _, p := range a.Free {
		k := &m.cast.Kinds[p.Kind]
		set |= uint32(flag(k.Role != tape.None, 16) | flag(k.Resource.Shared, 17) | flag(!k.Scalar(), 18) | flag(k.Resource.Revocable, 19))
	}
	set |= uint32(flag(a.Free.Empty(), 20) | flag(len(b.Quotas()) > 0, 21) | flag(len(a.Holdings) > 2, 22) | flag(a.Maintained, 23))
	if c.reasons[set] {
		return false
	}
	c.reasons[set] = true
	return true
}

// Together are how many pairs of features came together in a cycle, and how many
// could have.
func (c *Compass) Together() (reached, all int) {
	for i := range featureNames {
		reached += bits.OnesCount64(c.pairs[i] &^ (1<<(i+1) - 1))
	}
	return reached, len(featureNames) * (len(featureNames) - 1) / 2
}

// Scouts says whether the program counts what code it reaches.
func (c *Compass) Scouts() bool { return c.code.places > 0 }

// States are how many sets of reasons there were.
func (c *Compass) States() int { return len(c.reasons) }

// Apart are the pairs of features that were never together in a cycle, but for
// those that cannot be.
func (c *Compass) Apart() [][2]string {
	var out [][2]string
	for i, first := range featureNames {
		for k := i + 1; k < len(featureNames); k++ {
			if c.pairs[i]>>k&1 == 0 && !impossible(uint(i), uint(k)) {
				out = append(out, [2]string{first, featureNames[k]})
			}
		}
	}
	return out
}
