package habits

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// setsRoles are the calls after which weights, quota or policies may be others.
var setsRoles = []calls.Op{calls.OpSetWeights, calls.OpSetQuota, calls.OpSetPolicy, calls.OpRecover}

// A change is what happened within the stretch, such as what the host set otherwise, as
// an entry of events.
type change struct {
	at   alloc.Time
	text string
}

// noteChange notes what was set since the last cycle. However many calls set it, the next cycle is
// the first that sees it.
func (o *Observer) noteChange(a *core.Allocator) {
	if o.begin == nil || o.setAt == never {
		return
	}
	is := settingsOf(a)
	if text := changeText(o.latest, is); text != "" {
		o.changes = append(o.changes, change{o.setAt, text})
	}
	o.latest, o.setAt = is, never
}

// changeText is what differs between two settings, as keys of an event; "" if nothing
// does.
func changeText(was, is *settings) string {
	before, after := was.byPath(), is.byPath()
	var weights, policies, quota []string
	if was.options.RoleSorter != is.options.RoleSorter || was.options.FrameworkSorter != is.options.FrameworkSorter {
		policies = append(policies, "/: "+quoted(string(is.options.RoleSorter)))
	}
	for _, path := range slices.Sorted(maps.Keys(union(before, after))) {
		old, r := roleIn(before, path), roleIn(after, path)
		if old.weight != r.weight {
			weights = append(weights, named(path)+": "+strconv.FormatFloat(r.weight, 'g', -1, 64))
		}
		if old.policy != r.policy {
			policies = append(policies, named(path)+": "+quoted(string(r.policy)))
		}
		if !slices.Equal(old.guarantees, r.guarantees) || !slices.Equal(old.limits, r.limits) {
			quota = append(quota, "{name: "+named(path)+r.quotaText()+"}")
		}
	}
	var parts []string
	for _, x := range []struct {
		entries []string
		format  string
	}{{weights, "weight: {%s}"}, {policies, "policy: {%s}"}, {quota, "quota: [%s]"}} {
		if len(x.entries) > 0 {
			parts = append(parts, fmt.Sprintf(x.format, strings.Join(x.entries, ", ")))
		}
	}
	return strings.Join(parts, ", ")
}

// quotaText is a role's quota as further keys of a mapping.
func (r *role) quotaText() (text string) {
	if len(r.guarantees) > 0 {
		text += ", guarantee: " + quantitiesText(r.guarantees)
	}
	if len(r.limits) > 0 {
		text += ", limit: " + quantitiesText(r.limits)
	}
	return text
}

func (s *settings) byPath() map[string]role {
	byPath := map[string]role{}
	for _, r := range s.roles {
		byPath[r.path] = r
	}
	return byPath
}

// roleIn is a role's settings: what no host has set is as it is at first.
func roleIn(byPath map[string]role, path string) role {
	if r, ok := byPath[path]; ok {
		return r
	}
	return role{path: path, weight: 1}
}

func union(a, b map[string]role) map[string]role {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
