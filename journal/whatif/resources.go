package whatif

import (
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
)

// checkResources fails for a name of which no agent has any and which is like that of something
// that agents have, as a slip is. Other names may be meant.
func checkResources(a *core.Allocator, names ...string) {
	var m core.Metrics
	a.Metrics(&m)
	has := map[string]bool{"cpus": true, "mem": true, "disk": true, "gpus": true} // no slips, if nobody has any
	var known []string
	for name := range a.Amounts(m.Total) {
		has[name] = true
		known = append(known, name)
	}
	for _, name := range names {
		if !has[name] && len(similar.Names(name, known)) > 0 {
			must.Fail("no agent has any %s%s", name, similar.Hint(name, known))
		}
	}
}

func (s Shape) names() (names []string) {
	for _, q := range s {
		names = append(names, q.Name)
	}
	return names
}

// resourceOf is the one that a policy orders by, if it names one.
func resourceOf(policy string) (names []string) {
	if _, name, ok := strings.Cut(policy, ":resource="); ok {
		names = append(names, name)
	}
	return names
}
