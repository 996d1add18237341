package lane

import (
	"maps"
	"reflect"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/tested"
)

// terse is a host that tells the core of an update what changes, of a modern agent's
// capabilities nothing, and the time when something is due. That a framework has no
// capabilities it says aloud.
type terse struct {
	*core.Allocator
	agents     map[core.AgentID]agentTold
	frameworks map[core.FrameworkID]frameworkTold
}

// fewWords is the core behind a terse host. It may know later what time it is, so that its
// state is another.
type fewWords struct{ *another }

func newFewWords(cast *tape.Cast) opponent {
	o := newAnother(cast, "few words", tested.Options{})
	o.Player = tape.NewPlayer(cast, func(options core.Options) (driver.Target, error) {
		var err error
		o.core, err = core.New(options)
		return &terse{o.core, map[core.AgentID]agentTold{}, map[core.FrameworkID]frameworkTold{}}, err
	})
	return fewWords{o}
}

func (fewWords) compareState(*subject) error { return nil }

// agentTold is what the core knows of an agent that updates may leave alone.
type agentTold struct {
	hostname, region string
	capabilities     core.Capabilities
}

// frameworkTold is what the core knows of a framework that updates may leave
// alone.
type frameworkTold struct {
	capabilities core.Capabilities
	roles        map[core.RoleID]bool
	suppressed   map[core.RoleID]bool
	minima       map[core.RoleID][][]core.Quantity
}

func newFrameworkTold(c core.Capabilities, roles, suppressed []core.RoleID, minima []core.RoleMinimum) frameworkTold {
	f := frameworkTold{c, map[core.RoleID]bool{}, map[core.RoleID]bool{}, map[core.RoleID][][]core.Quantity{}}
	for _, r := range roles {
		f.roles[r] = true
	}
	for _, r := range suppressed {
		f.suppressed[r] = true
	}
	for _, m := range minima {
		f.minima[m.Role] = m.Lists
	}
	return f
}

// within is what is said of some roles.
func within[V any](said map[core.RoleID]V, roles map[core.RoleID]bool) map[core.RoleID]V {
	said = maps.Clone(said)
	maps.DeleteFunc(said, func(r core.RoleID, _ V) bool { return !roles[r] })
	return said
}

// brief is 0 for the capabilities of a modern agent.
func brief(c core.Capabilities) core.Capabilities {
	if c == core.ModernAgent {
		return 0
	}
	return c
}

// aloud is a framework's capabilities, with a word for none.
func aloud(c core.Capabilities) core.Capabilities {
	if c == 0 {
		return core.NoCapabilities
	}
	return c
}

func (t *terse) AddAgent(info core.AgentInfo) (core.AgentID, error) {
	told := agentTold{info.Hostname, info.Region, info.Capabilities}
	info.Capabilities = brief(info.Capabilities)
	id, err := t.Allocator.AddAgent(info)
	if err == nil {
		t.agents[id] = told
	}
	return id, err
}

func (t *terse) UpdateAgent(id core.AgentID, u core.AgentUpdate) error {
	told := t.agents[id]
	if *u.Hostname == told.hostname {
		u.Hostname = nil
	} else {
		told.hostname = *u.Hostname
	}
	if *u.Region == told.region {
		u.Region = nil
	} else {
		told.region = *u.Region
	}
	if u.Capabilities != nil {
		c := brief(*u.Capabilities)
		if u.Capabilities = &c; c == brief(told.capabilities) {
			u.Capabilities = nil
		}
		told.capabilities = c
	}
	err := t.Allocator.UpdateAgent(id, u)
	if err == nil {
		t.agents[id] = told
	}
	return err
}

func (t *terse) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	info.Capabilities = aloud(info.Capabilities)
	id, err := t.Allocator.AddFramework(info)
	if err == nil {
		t.frameworks[id] = newFrameworkTold(info.Capabilities, info.Roles, info.Suppressed, info.MinAllocatable)
	}
	return id, err
}

func (t *terse) UpdateFramework(id core.FrameworkID, u core.FrameworkUpdate) error {
	was, told := t.frameworks[id], newFrameworkTold(aloud(*u.Capabilities), *u.Roles, *u.Suppressed, *u.MinAllocatable)
	if u.Capabilities = &told.capabilities; told.capabilities == was.capabilities {
		u.Capabilities = nil
	}
	if maps.Equal(told.roles, was.roles) {
		u.Roles = nil
	}
	// What was said of a role that the framework leaves goes with it.
	if maps.Equal(told.suppressed, within(was.suppressed, told.roles)) {
		u.Suppressed = nil
	}
	if reflect.DeepEqual(told.minima, within(was.minima, told.roles)) {
		u.MinAllocatable = nil
	}
	err := t.Allocator.UpdateFramework(id, u)
	if err == nil {
		t.frameworks[id] = told
	}
	return err
}

func (t *terse) SuppressOffers(id core.FrameworkID, roles []core.RoleID) error {
	err := t.Allocator.SuppressOffers(id, roles)
	if err == nil {
		t.setSuppressed(id, roles, true)
	}
	return err
}

func (t *terse) ReviveOffers(id core.FrameworkID, roles []core.RoleID) error {
	err := t.Allocator.ReviveOffers(id, roles)
	if err == nil {
		t.setSuppressed(id, roles, false)
	}
	return err
}

// setSuppressed notes whether a framework wants offers in the roles named, or in
// all if none is.
func (t *terse) setSuppressed(id core.FrameworkID, roles []core.RoleID, on bool) {
	told := t.frameworks[id]
	if len(roles) == 0 {
		for r := range told.roles {
			roles = append(roles, r)
		}
	}
	for _, r := range roles {
		delete(told.suppressed, r)
		if on {
			told.suppressed[r] = true
		}
	}
}

// Advance tells the time if something is due. A filter for one interval ends a
// nanosecond after the periodic allocation that it holds in, but at the same time
// to a host whose clock shows no nanoseconds.
func (t *terse) Advance(now core.Time) {
	if due, ok := t.NextDeadline(); ok && due-1 <= now {
		t.Allocator.Advance(now)
	}
}
