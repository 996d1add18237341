package transcript

import (
	"math/bits"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

func seconds(d time.Duration) *float64 {
	s := d.Seconds()
	return &s
}

// refusal is how long something is refused, nil for not at all.
func refusal(d time.Duration) *float64 {
	if d == 0 {
		return nil
	}
	return seconds(d)
}

// failed keeps the first fault.
func (w *Writer) failed(err error) {
	if w.fault == nil {
		w.fault = err
	}
}

func (w *Writer) agent(id core.AgentID) *agent {
	if x := w.agents[id]; x != nil {
		return x
	}
	return &agent{}
}

func (w *Writer) agentNames(ids []core.AgentID) (names []string) {
	for _, id := range ids {
		names = append(names, w.agent(id).name)
	}
	return names
}

func (w *Writer) framework(id core.FrameworkID) *framework {
	if x := w.frameworks[id]; x != nil {
		return x
	}
	return &framework{}
}

func (w *Writer) role(id core.RoleID) string {
	name, err := w.a.RoleName(id)
	if err != nil {
		w.failed(err)
	}
	return name
}

func (w *Writer) roles(ids []core.RoleID) []string {
	names := []string{}
	for _, id := range ids {
		names = append(names, w.role(id))
	}
	return names
}

func (w *Writer) resources(list []core.Resource) []history.Resource {
	out, err := driver.Describe(w.a, list)
	if err != nil {
		w.failed(err)
	}
	return out
}

// used are holdings in the order in which a driver makes them of a history: the holder
// that is named last comes first.
func used[T any](list []T, of func(T) history.Used) []history.Used {
	var groups [][]history.Used
	for _, x := range list {
		u := of(x)
		if last := len(groups) - 1; last >= 0 && groups[last][0].Holder == u.Holder {
			groups[last] = append(groups[last], u)
			continue
		}
		groups = append(groups, []history.Used{u})
	}
	var out []history.Used
	for i := len(groups) - 1; i >= 0; i-- {
		out = append(out, groups[i]...)
	}
	return out
}

func (w *Writer) usedByFrameworks(list []core.Usage) []history.Used {
	return used(list, func(u core.Usage) history.Used {
		return history.Used{Holder: u.Framework, Role: w.role(u.Role), Resources: w.resources(u.Resources)}
	})
}

func capabilities(c core.Capabilities) []string {
	names := []string{}
	for c &^= core.NoCapabilities; c != 0; c &= c - 1 {
		names = append(names, (core.Capabilities(1) << bits.TrailingZeros32(uint32(c))).String())
	}
	return names
}

// agentCapabilities are those of an agent, of which a history names each.
func agentCapabilities(c core.Capabilities) []string {
	if c == 0 {
		c = core.ModernAgent
	}
	return capabilities(c)
}

func unavailability(u *core.Unavailability) *history.Unavailability {
	if u == nil {
		return nil
	}
	out := &history.Unavailability{StartS: time.Duration(u.Start).Seconds()}
	if u.Duration != 0 {
		out.DurationS = seconds(u.Duration)
	}
	return out
}

func domain(region string) *history.Domain {
	if region == "" {
		return nil
	}
	return &history.Domain{Region: region}
}

func (w *Writer) conversions(list []core.Conversion) (out []history.Conversion) {
	for _, c := range list {
		out = append(out, history.Conversion{Consumed: w.resources(c.Consumed), Converted: w.resources(c.Converted)})
	}
	return out
}
