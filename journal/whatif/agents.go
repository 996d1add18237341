package whatif

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core"
)

// RemoveAgents reads N, the first N agents in the order of their ids, or a pattern of
// ids as path.Match has it, such as rack-7-*.
func RemoveAgents(text string) (Change, error) {
	count, err := strconv.Atoi(text)
	byCount := err == nil
	if byCount && count < 1 {
		return Change{}, fmt.Errorf("%d agents cannot be removed", count)
	}
	if _, err := path.Match(text, ""); err != nil || text == "" {
		return Change{}, fmt.Errorf("%q is no number of agents and no pattern of their ids", text)
	}
	return Change{
		text: "without agents: " + text,
		apply: func(a *core.Allocator) error {
			agents := agentsByID(a)
			if byCount && count > len(agents) {
				return fmt.Errorf("%d agents cannot be removed: there are %d", count, len(agents))
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
				return fmt.Errorf("no agent's id matches %q", text)
			}
			for _, g := range agents {
				if err := a.RemoveAgent(g.id); err != nil {
					return err
				}
			}
			return nil
		},
	}, nil
}

type agent struct {
	id   core.AgentID
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
	number, rest, _ := strings.Cut(text, ":")
	count, err := strconv.Atoi(number)
	if err != nil {
		return Change{}, fmt.Errorf("%q is no number of agents; want N:SHAPE, such as 10:cpus:8,mem:32768", number)
	}
	if count < 1 || count > mostAdded {
		return Change{}, fmt.Errorf("%d agents cannot be added: 1 to %d can", count, mostAdded)
	}
	shape, err := ParseShape(rest)
	if err != nil {
		return Change{}, err
	}
	return Change{
		text:  fmt.Sprintf("with more agents: %d of %s", count, shape),
		apply: func(a *core.Allocator) error { return addAgents(a, count, shape) },
	}, nil
}

func addAgents(a *core.Allocator, count int, shape Shape) error {
	var total []core.Resource
	for _, q := range shape {
		kind, err := a.InternKind(core.Kind{Name: q.Name})
		if err != nil {
			return err
		}
		total = append(total, core.ScalarOf(kind, q.Amount))
	}
	for number := 1; count > 0; number++ {
		name := fmt.Sprintf("whatif-%d", number)
		if _, taken := a.FindAgent(name); taken {
			continue
		}
		if _, err := a.AddAgent(core.AgentInfo{ID: name, Hostname: name, Total: total}); err != nil {
			return err
		}
		count--
	}
	return nil
}
