package whatif

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
)

// RemoveAgents reads N, the first N agents in the order of their ids, or a pattern of
// ids as path.Match has it, such as rack-7-*.
func RemoveAgents(text string) (Change, error) {
	return must.Try(func() Change {
		count, err := strconv.Atoi(text)
		byCount := err == nil
		if byCount && count < 1 {
			must.Fail("%d agents cannot be removed", count)
		}
		if _, err := path.Match(text, ""); err != nil || text == "" {
			must.Fail("%q is no number of agents and no pattern of their ids", text)
		}
		return Change{
			text: "without agents: " + text,
			apply: func(a *core.Allocator) {
				agents := agentsByID(a)
				if byCount && count > len(agents) {
					must.Fail("%d agents cannot be removed: there are %d", count, len(agents))
				}
				if byCount {
					agents = agents[:count]
				} else {
					agents = slices.DeleteFunc(agents, func(g agent) bool {
						matches, err := path.Match(text, g.name)
						return err != nil || !matches
					})
				}
				if len(agents) == 0 {
					must.Fail("no agent's id matches %q", text)
				}
				for _, g := range agents {
					must.Do(a.RemoveAgent(g.id))
				}
			},
		}
	})
}

type agent struct {
	id   alloc.AgentID
	name string
}

// agentsByID returns all agents by ascending id.
func agentsByID(a *core.Allocator) []agent {
	var list []agent
	for _, id := range a.AgentIDs(nil) {
		name, _ := a.AgentName(id) // the agent is there
		list = append(list, agent{id, name})
	}
	slices.SortFunc(list, func(x, y agent) int { return strings.Compare(x.name, y.name) })
	return list
}

// mostAdded bounds the agents of one AddAgents.
const mostAdded = 1_000_000

// AddAgents reads N:SHAPE, as 10:cpus:8,mem:32768: so many agents, each with that. Their
// ids and hosts are whatif-1 and so on, as far as there is no such agent.
func AddAgents(text string) (Change, error) {
	return must.Try(func() Change {
		number, rest, _ := strings.Cut(text, ":")
		count, err := strconv.Atoi(number)
		if err != nil {
			must.Fail("%q is no number of agents; want N:SHAPE, such as 10:cpus:8,mem:32768", number)
		}
		if count < 1 || count > mostAdded {
			must.Fail("%d agents cannot be added: 1 to %d can", count, mostAdded)
		}
		shape := parseShape(rest)
		return Change{
			text:  fmt.Sprintf("with more agents: %d of %s", count, shape),
			apply: func(a *core.Allocator) { addAgents(a, count, shape) },
		}
	})
}

func addAgents(a *core.Allocator, count int, shape Shape) {
	checkResources(a, shape.names()...)
	var total []alloc.Resource
	for _, q := range shape {
		kind := must.Get(a.InternKind(alloc.Kind{Name: q.Name}))
		total = append(total, alloc.ScalarOf(kind, q.Amount))
	}
	for number := 1; count > 0; number++ {
		name := fmt.Sprintf("whatif-%d", number)
		if _, taken := a.FindAgent(name); taken {
			continue
		}
		must.Get(a.AddAgent(alloc.AgentInfo{ID: name, Hostname: name, Total: total}))
		count--
	}
}
