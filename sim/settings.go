package sim

import (
	"cmp"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/sim/scenario"
)

// newCore makes the allocator as the settings say.
func (s *simulation) newCore() {
	set := &s.scenario.Settings
	for _, name := range set.FairnessExclude {
		i := slices.Index(s.names, name)
		if i < 0 {
			must.Do(set.Errorf("fairness_exclude", "there is no resource %q%s", name, similar.Hint(name, s.names)))
		}
		s.excluded[i] = true
	}
	random := streamOf(s.seed, forAllocator)
	var err error
	s.core, err = core.New(alloc.Options{
		Interval:        time.Duration(set.Interval),
		RoleSorter:      alloc.Policy(cmp.Or(set.RolePolicy, set.Policy)),
		FrameworkSorter: alloc.Policy(cmp.Or(set.FrameworkPolicy, set.Policy)),
		Policies:        linked.Policies,
		AgentOrder:      must.Get(alloc.ParseAgentOrder(set.AgentOrder)),
		Seed:            random.Next(),
		FairnessExclude: set.FairnessExclude,
		MinAllocatable:  s.quantities(set.Minimum),
		OfferGPUsToAll:  set.OfferGPUsToAll,
		NestedQuota:     set.NestedQuota,
		LendingGrace:    time.Duration(s.scenario.Lending.Grace),
		LendingLeast:    time.Duration(s.scenario.Lending.Least),
	})
	if err != nil {
		must.Fail("settings: %w", err)
	}
	s.weighResources()
	for _, name := range s.names {
		kind, err := s.core.InternKind(alloc.Kind{Name: name})
		if err != nil {
			must.Fail("resource %q: %w", name, err)
		}
		s.kinds = append(s.kinds, kind)
	}
}

// weighResources has resources count in shares as the settings say.
func (s *simulation) weighResources() {
	set := &s.scenario.Settings
	var weights []alloc.ResourceWeight
	for _, resources := range sortedKeys(set.ResourceWeights) {
		w := alloc.ResourceWeight{Resources: resources, Weight: set.ResourceWeights[resources]}
		for _, name := range w.Names() {
			if !slices.Contains(s.names, name) {
				must.Do(set.Errorf("resource_weights", "there is no resource %q%s", name, similar.Hint(name, s.names)))
			}
		}
		weights = append(weights, w)
	}
	if err := s.core.SetResourceWeights(weights); err != nil {
		must.Do(set.Errorf("resource_weights", "%v", err))
	}
}

func (s *simulation) quantities(minimum []scenario.Resources) [][]alloc.Quantity {
	var lists [][]alloc.Quantity
	for _, m := range minimum {
		var list []alloc.Quantity
		for _, name := range sortedKeys(m) {
			list = append(list, alloc.Quantity{Name: name, Amount: m[name]})
		}
		lists = append(lists, list)
	}
	return lists
}

func (s *simulation) minimumOf(fw *framework) []alloc.RoleMinimum {
	if fw.plan.Minimum == nil {
		return nil
	}
	var list []alloc.RoleMinimum
	for _, r := range fw.roleIDs {
		list = append(list, alloc.RoleMinimum{Role: r, Lists: s.quantities(fw.plan.Minimum)})
	}
	return list
}
