package core

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// component is a component of a role's path.
var component = regexp.MustCompile(`^[^-\t\n\v\f\r \x7f/][^\t\n\v\f\r \x7f/]*$`)

// isRole says what ValidateRole should.
func isRole(path string) bool {
	components := strings.Split(path, "/")
	for _, c := range components {
		// By bytes: a path need not be UTF-8.
		if !component.MatchString(strings.ToValidUTF8(c, "?")) || c == "." || c == ".." || c == "*" {
			return path == "*"
		}
	}
	return len(components) <= alloc.MaxRoleDepth
}

// FuzzRole holds the rules for names of roles to how a regular expression puts
// them, and a role that is one to its name.
func FuzzRole(f *testing.F) {
	for _, path := range []string{"*", "a", "a/b", "", "/a", "a/", "a//b", ".", "a/..", "a/*", "-a", "a/-", "a b", "a\x7f", "\xff", "..."} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if err := alloc.ValidateRole(path); (err == nil) != isRole(path) {
			t.Fatalf("%q: %v", path, err)
		}
		a, err := New(alloc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := a.InternRole(path)
		if (err == nil) != isRole(path) {
			t.Fatalf("%q: %v", path, err)
		}
		if err != nil {
			return
		}
		if name, err := a.RoleName(id); err != nil || name != path {
			t.Fatalf("%q is called %q: %v", path, name, err)
		}
	})
}

// FuzzOptions has allocators made with any options: they are refused, or there is
// an allocator that keeps its invariants and runs cycles when it says.
func FuzzOptions(f *testing.F) {
	f.Add(int64(1e9), int64(0), uint8(0), uint8(1), "gpus", "cpus", int64(1), int64(10e9), 0.8)
	f.Add(int64(-1), int64(-1), uint8(3), uint8(9), "", "", int64(-1), int64(-1), 2.0)
	names := []alloc.Policy{"", alloc.DRF, alloc.Random, "unknown"}
	f.Fuzz(func(t *testing.T, interval, start int64, policies, order uint8, excluded, name string, least, timeout int64, factor float64) {
		a, err := New(alloc.Options{
			Interval: time.Duration(interval), Start: alloc.Time(start),
			RoleSorter: names[policies%4], FrameworkSorter: names[policies/4%4], AgentOrder: alloc.AgentOrder(order),
			FairnessExclude: []string{excluded},
			MinAllocatable:  [][]alloc.Quantity{{{Name: name, Amount: quantities.Amount(least)}}},
			RecoveryTimeout: time.Duration(timeout), AgentRecoveryFactor: factor,
		})
		if err != nil {
			return
		}
		if _, err := a.AddAgent(alloc.AgentInfo{ID: "a"}); err != nil {
			t.Fatal(err)
		}
		var out alloc.Cycle
		a.Allocate(alloc.Time(start), &out)
		if next, ok := a.NextDeadline(); ok && next > alloc.Time(start) {
			a.Advance(next)
		}
		if err := a.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}
