package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/quantities"
)

// check holds the allocator to its own invariants, the library to the core, and
// what both account for to what the cluster knows.
func (c *cluster) check() error {
	t := c.allocator
	if t.differs != nil {
		return t.differs
	}
	if err := t.core.Validate(); err != nil {
		return err
	}
	figures, err := t.figures()
	if err != nil {
		return err
	}
	live, total := c.live()
	if figures.Agents != live {
		return fmt.Errorf("%d agents instead of %d", figures.Agents, live)
	}
	for _, r := range figures.Cluster {
		k := slices.Index(names[:], r.Name)
		if k < 0 {
			return fmt.Errorf("there is no resource %q in the cluster", r.Name)
		}
		if has := int64(r.OfferedOrAllocated); has != c.used[k] {
			return fmt.Errorf("%s: %d thousandths offered or allocated instead of %d", r.Name, has, c.used[k])
		}
		if has := int64(r.Total); has != total[k] {
			return fmt.Errorf("%s: %d thousandths in total instead of %d", r.Name, has, total[k])
		}
	}
	return t.same()
}

// live counts the agents that are there, and what they have.
func (c *cluster) live() (agents int, total amounts) {
	for i := range c.agents {
		if c.agents[i].up {
			total.add(c.agents[i].total, 1)
			agents++
		}
	}
	return agents, total
}

// figures are the metrics of the library, or of the core if that is alone.
func (t *twin) figures() (abi.Figures, error) {
	if t.library != nil {
		return t.library.Figures()
	}
	var m core.Metrics
	t.core.Metrics(&m)
	f := abi.Figures{Agents: m.Agents}
	for i := range t.core.ResourceNames() {
		n := quantities.Name(i)
		name, err := t.core.ResourceName(n)
		if err != nil {
			return f, err
		}
		f.Cluster = append(f.Cluster, abi.ResourceFigures{Name: name, Total: m.Total.At(n), OfferedOrAllocated: m.OfferedOrAllocated.At(n)})
	}
	return f, nil
}

// same compares the whole state of the library with that of the core.
func (t *twin) same() error {
	if t.library == nil {
		return nil
	}
	digest, err := t.library.Digest()
	if err == nil && digest != t.core.Digest() {
		err = errors.New("the digests of library and core differ")
	}
	return err
}

// ledgers is what an allocator accounts for, as text: its state but for what a
// new allocator cannot know.
func (t *twin) ledgers() (string, error) {
	text := string(t.core.AppendState(nil))
	if t.library != nil {
		theirs, err := t.library.StateJSON()
		if err != nil {
			return "", err
		}
		if theirs != text {
			return "", errors.New("the states of library and core differ")
		}
	}
	var state map[string]any
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		return "", err
	}
	maps.DeleteFunc(state, func(key string, _ any) bool { return key == "allocation_runs" || key == "paused" })
	forgetNumbers(state["roles"])
	out, err := json.Marshal(state)
	return string(out), err
}

// forgetNumbers takes out the numbers of roles, which another allocator may have
// given otherwise. A role's path says whose it is.
func forgetNumbers(roles any) {
	list, _ := roles.([]any)
	for _, role := range list {
		if fields, ok := role.(map[string]any); ok {
			delete(fields, "id")
			delete(fields, "parent")
		}
	}
}
