package generate

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/history"
)

// style is what a history is made of, drawn at its beginning.
type style struct {
	agents, frameworks []string // the names that there may be
	roles, top         []string // all, and those that may have quota
	hosts              []string
	scalars            []string
	features           map[feature]bool
	frameworkCaps      []string // of which frameworks have a part
	capPercent         int
}

// A feature is a kind of thing that a history may be free of.
type feature string

const (
	nested      feature = "nested roles"
	star        feature = "the role *"
	quota       feature = "quota"
	allLimited  feature = "quota that limits every resource"
	reserved    feature = "reservations"
	refined     feature = "refined reservations"
	volumes     feature = "persistent volumes"
	shared      feature = "shared volumes"
	disks       feature = "disks with a source"
	ports       feature = "ranges"
	sets        feature = "sets"
	revocable   feature = "revocable resources"
	gpus        feature = "GPUs"
	regions     feature = "regions"
	minima      feature = "minima"
	constraints feature = "offer constraints"
	maintenance feature = "maintenance"
	oldAgents   feature = "agents without capabilities"
	fractions   feature = "fractions"
	recovery    feature = "recovery"
	overdrawn   feature = "totals that shrink"
	providers   feature = "resource providers"
	oddTimes    feature = "times between the half seconds"
	used        feature = "agents that come with tasks"
	huge        feature = "amounts near the bounds"
)

var features = []feature{
	nested, star, quota, allLimited, reserved, refined, volumes, shared, disks, ports, sets, revocable, gpus, regions, minima,
	constraints, maintenance, oldAgents, fractions, recovery, overdrawn, providers, oddTimes, used, huge,
}

func (g *Generator) drawStyle() style {
	s := style{features: map[feature]bool{}}
	for _, f := range features {
		s.features[f] = g.chance(50)
	}
	if g.options.Faithful {
		s.features[huge] = false // Mesos's sums would round
	}
	agents, frameworks, roles := 1+g.random.IntN(5), 1+g.random.IntN(4), 1+g.random.IntN(3)
	if g.options.Large {
		agents, frameworks, roles = 10+g.random.IntN(40), 4+g.random.IntN(12), 2+g.random.IntN(6)
		if g.chance(30) {
			roles += 16 // among them, those with a use for an agent make a heap of their own
		}
	}
	s.agents, s.frameworks, s.hosts = numbered("a", agents), numbered("f", frameworks), numbered("h", max(2, agents/2))
	for i := range roles {
		s.top = append(s.top, string(rune('p'+i%8))+strings.Repeat("0", i/8))
	}
	s.roles = s.top
	if s.features[nested] {
		for range roles + 1 {
			s.roles = append(s.roles, one(g, s.roles)+"/"+one(g, []string{"x", "y"}))
		}
	}
	if s.features[star] {
		s.roles = append(s.roles, "*")
		s.top = append(s.top, "*")
	}
	s.roles = unique(s.roles)
	if g.options.Nested {
		s.top = s.roles
	}
	s.scalars = []string{"cpus", "mem"}
	if g.chance(70) {
		s.scalars = append(s.scalars, "disk")
	}
	if g.chance(20) {
		s.scalars = append(s.scalars, "bandwidth")
	}
	s.frameworkCaps = []string{"MULTI_ROLE", "RESERVATION_REFINEMENT", "SHARED_RESOURCES", "REVOCABLE_RESOURCES", "GPU_RESOURCES", "REGION_AWARE"}
	s.capPercent = one(g, []int{40, 80, 95, 100})
	return s
}

func unique(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, x := range list {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

func numbered(prefix string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%s%d", prefix, i+1))
	}
	return out
}

func (g *Generator) has(f feature) bool { return g.style.features[f] }

func (g *Generator) initialize() *history.Initialize {
	o := &history.Initialize{Trace: "fuzz"}
	if g.chance(40) {
		intervals := []float64{0.5, 1, 2, 5, 30}
		if !g.options.Faithful {
			intervals = append(intervals, 0) // no periodic allocation
		}
		o.AllocationIntervalS = ptr(one(g, intervals))
	}
	if g.chance(15) {
		o.FairnessExclude = several(g, []string{"gpus", "mem", "disk"}, 40)
	}
	if g.chance(30) {
		o.FilterGPUResources = ptr(g.chance(50))
	}
	if g.has(regions) {
		o.Domain = &history.Domain{Region: "r1", Zone: "z1"}
	}
	if g.has(minima) && g.chance(70) {
		o.MinAllocatable = g.minima()
	}
	if g.has(recovery) {
		if g.chance(70) {
			o.RecoveryTimeoutS = ptr(float64(1 + g.random.IntN(20)))
		}
		if g.chance(30) {
			o.AgentRecoveryFactor = ptr(one(g, []float64{0.25, 0.5, 1}))
		}
	}
	return o
}

// minima is lists of which one has to be met for an offer.
func (g *Generator) minima() []history.Quantities {
	var out []history.Quantities
	for range 1 + g.random.IntN(2) {
		q := history.Quantities{}
		for _, name := range several(g, g.style.scalars, 40) {
			if q[name] = one(g, []int64{10, 100, 1000, 2500, 32000}); g.has(huge) && g.chance(10) {
				q[name] = g.threshold()
			}
		}
		out = append(out, q)
	}
	return out
}

// seconds is a time for which something lasts.
func (g *Generator) seconds() float64 {
	if g.has(oddTimes) && g.chance(30) {
		return one(g, []float64{0.25, 0.3, 0.75, 1.1, 2.6, 7.77})
	}
	return float64(1+g.random.IntN(12)) / 2
}
