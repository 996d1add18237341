package check

import (
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

// policies are one at least of each name.
var policies = []core.Policy{
	core.DRF, core.Random, core.HDRF, core.Ranked, core.Asset,
	core.Decayed(20 * time.Second), core.Decayed(24 * time.Hour), core.MaxMin("cpus"), core.MaxMin("mem"),
}

// PolicySetupFor is the setup for a seed in which roles and frameworks, and those of
// some parts of the tree, are ordered by any of the policies, and agents in any order.
func PolicySetupFor(seed uint64) Setup {
	r := rand.New(rand.NewPCG(seed, 16))
	draw := func() core.Policy { return policies[r.IntN(len(policies))] }
	s := Setup{Every: 1, Ranks: true, Options: core.Options{
		Seed: seed, RoleSorter: draw(), FrameworkSorter: draw(), NestedQuota: r.IntN(3) == 0,
		AgentOrder: []core.AgentOrder{core.OrderByID, core.OrderRandom, core.OrderPack, core.OrderSpread}[r.IntN(4)],
	}}
	for _, role := range []string{"p", "q", "p/x"} {
		if r.IntN(2) == 0 {
			s.Options.RolePolicies = append(s.Options.RolePolicies, core.RolePolicy{Role: role, Of: core.Ordered(r.IntN(3)), Policy: draw()})
		}
	}
	return s
}

// ranking is an allocator of which each framework, and the roles that it comes with,
// have a rank that their names give.
type ranking struct {
	driver.Target
	core *core.Allocator
}

func (s Setup) ranking(host driver.Target, a *core.Allocator) driver.Target {
	if !s.Ranks {
		return host
	}
	return &ranking{host, a}
}

// AddFramework adds a framework, and sets the ranks.
func (r *ranking) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	id, err := r.Target.AddFramework(info)
	if err != nil {
		return id, err
	}
	var roles []core.RoleRank
	for _, role := range info.Roles {
		name, err := r.RoleName(role)
		if err != nil {
			return id, err
		}
		roles = append(roles, core.RoleRank{Role: role, Rank: rankOf(name)})
	}
	return id, r.core.SetRanks(roles, []core.FrameworkRank{{Framework: id, Rank: rankOf(info.ID)}})
}

// rankOf is one of a few ranks, so that some are equal.
func rankOf(name string) float64 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return float64(h.Sum32()%3) - 1
}
