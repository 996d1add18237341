package generator

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/widths"
)

// A feature is a kind of thing that a history may be free of.
type feature uint8

const (
	nested feature = iota
	star
	quota
	allLimited
	reserved
	refined
	volumes
	shared
	disks
	ports
	sets
	revocable
	gpus
	regions
	minima
	constraints
	maintenance
	oldAgents
	fractions
	recovery
	overdrawn
	providers
	oddTimes
	used
	quiet
	extremes
	policies
	lending
	features // how many are drawn
)

// style is what a history is made of, drawn at its beginning.
type style struct {
	features           uint64
	agents, frameworks []uint32
	nobodyAgent        uint32 // one that no history has
	nobodyFramework    uint32
	roles, top         []uint32
	reservable         []uint32 // roles that resources may be reserved for
	idle               []uint32 // roles at the top in which mostly nobody asks, so that something is lent
	hosts              []uint32
	scalars            []string
	capPercent         int
	rolePercent        int // of the roles, in which a framework is
	constrained        int // percent of subscriptions with offer constraints
}

func (d *Generator) has(f feature) bool { return d.style.features>>f&1 != 0 }

func (d *Generator) drawStyle() {
	s := &d.style
	for f := range features {
		if d.chance(50) {
			s.features |= 1 << f
		}
	}
	if !d.chance(20) {
		s.features &^= 1 << extremes
	}
	if d.has(lending) {
		s.features |= 1<<revocable | 1<<quota
	}
	if d.options.Policies {
		s.features |= 1 << policies
	}
	if d.options.Faithful {
		s.features &^= 1<<oddTimes | 1<<quiet | 1<<extremes
		// The model keeps means of all names. Where counters are small, most names are far.
		if widths.Small {
			s.features &^= 1 << policies
		}
	}
	d.cast.Extremes = d.has(extremes)
	agents, frameworks, roles := d.drawSizes()
	s.agents, s.nobodyAgent = numbered(d.cast.Agent, "a", agents), d.cast.Agent(nobody)
	s.frameworks, s.nobodyFramework = numbered(d.cast.Framework, "f", frameworks), d.cast.Framework(nobody)
	for i := range max(2, len(s.agents)/2) {
		s.hosts = append(s.hosts, d.cast.Host(fmt.Sprintf("h%d", i+1)))
	}
	d.drawRoles(roles)
	s.scalars = []string{"cpus", "mem"}
	if d.chance(70) {
		s.scalars = append(s.scalars, "disk")
	}
	if d.chance(20) {
		s.scalars = append(s.scalars, "bandwidth")
	}
	s.capPercent = one(d, []int{40, 80, 95, 100})
	s.rolePercent, s.constrained = 100/len(s.roles)+15, 40
	if d.has(lending) {
		s.idle, s.capPercent = some(d, s.top, 50), max(s.capPercent, 80)
	}
	if d.options.Size >= Large { // thousands of agents to exclude, one by one
		s.rolePercent, s.constrained = 100/len(s.roles), 4
	}
	d.drawCatalog()
	d.initialize()
}

// nobody is what is called by no call that is to be carried out.
const nobody = "nobody"

// numbered are the numbers of so many names.
func numbered(number func(string) uint32, prefix string, count int) (numbers []uint32) {
	for i := range count {
		numbers = append(numbers, number(fmt.Sprintf("%s%d", prefix, i+1)))
	}
	return numbers
}

func (d *Generator) drawSizes() (agents, frameworks, roles int) {
	switch d.options.Size {
	case Small:
		agents, frameworks, roles = 1+d.upTo(5), 1+d.upTo(4), 1+d.upTo(3)
	case Medium:
		agents, frameworks, roles = 8+d.upTo(24), 4+d.upTo(8), 2+d.upTo(6)
		if d.chance(30) {
			roles += 16 // among them, those with a use for an agent make a heap of their own
		}
	case Large:
		agents, frameworks, roles = 10_000, 500, 5+d.upTo(40)
	case Scale:
		agents, frameworks, roles = d.between(2000, 20_000), d.between(500, 3000), d.between(1000, 10_000)
		// Some go through everybody on each agent to find who is next.
		if d.has(policies) || d.cast.Options.RoleSorter == alloc.Random {
			agents, frameworks, roles = d.between(2000, 3000), d.between(500, 700), d.between(1000, 2000)
		}
		if d.has(nested) {
			roles /= 2
		}
	}
	return agents, frameworks, roles
}

func (d *Generator) drawRoles(count int) {
	s := &d.style
	var paths []string
	for i := range count {
		path := string(rune('p'+i%8)) + strings.Repeat("0", i/8%16)
		if i >= 128 {
			path = fmt.Sprintf("r%d", i)
		}
		paths = append(paths, path)
	}
	top := len(paths)
	if d.has(nested) {
		for range count + 1 {
			paths = append(paths, one(d, paths)+"/"+one(d, []string{"x", "y"}))
		}
	}
	known := map[uint32]bool{}
	for i, path := range paths {
		n := d.cast.Role(path)
		if known[n] {
			continue
		}
		known[n] = true
		s.roles, s.reservable = append(s.roles, n), append(s.reservable, n)
		if i < top || d.cast.Options.NestedQuota {
			s.top = append(s.top, n)
		}
	}
	if d.has(star) {
		n := d.cast.Role("*")
		s.roles, s.top = append(s.roles, n), append(s.top, n)
	}
}

func (d *Generator) initialize() {
	o := &d.cast.Start
	o.Trace = "fuzz"
	d.policiesAtStart(o)
	if d.chance(40) {
		intervals := []float64{0.5, 1, 2, 5, 30}
		if !d.options.Faithful {
			intervals = append(intervals, 0, 0.3, 1e-9) // 0: no periodic allocation
		}
		o.AllocationIntervalS = new(one(d, intervals))
	}
	if d.chance(15) {
		o.FairnessExclude = several(d, []string{"gpus", "mem", "disk"}, 40)
	}
	if d.chance(30) {
		o.FilterGPUResources = new(d.chance(50))
	}
	if d.has(regions) {
		o.Domain = &history.Domain{Region: regionNames[0], Zone: "z1"}
	}
	if d.has(minima) && d.chance(70) {
		o.MinAllocatable = history.DescribeMinima(d.minima())
	}
	if d.has(lending) {
		o.LendingGraceS = one(d, []float64{0, 0, 1, 5, 20})
		o.LendingLeastS = one(d, []float64{0, 0, 0, 10})
	}
	if d.has(recovery) {
		if d.chance(70) {
			o.RecoveryTimeoutS = new(float64(d.upTo(21)))
		}
		if d.chance(30) {
			o.AgentRecoveryFactor = new(one(d, []float64{0.25, 0.5, 1, 2}))
		}
	}
}

// minima are lists of which one has to be met for an offer.
func (d *Generator) minima() [][]alloc.Quantity {
	out := [][]alloc.Quantity{}
	for range 1 + d.upTo(2) {
		var list []alloc.Quantity
		for _, name := range several(d, d.style.scalars, 40) {
			list = append(list, alloc.Quantity{Name: name, Amount: one(d, []alloc.Amount{10, 100, 1000, 2500, 32000})})
		}
		out = append(out, list)
	}
	return out
}
