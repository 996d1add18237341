package habits

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// habits are how a framework behaves.
type habits struct {
	draft    *draft
	f        *framework
	tasks    []task
	arrivals []task // that were launched in the stretch
	sizes    []amounts
	counts   map[amounts]int
	began    alloc.Time // of the stretch in which it was there
	ended    alloc.Time
}

func (d *draft) habitsOf(f *framework, tasks []task) *habits {
	h := &habits{draft: d, f: f, tasks: tasks, counts: map[amounts]int{}, began: max(d.from, f.stays(d.from)[0].came), ended: min(d.to, f.left)}
	for i := range tasks {
		t := &tasks[i]
		h.counts[t.size]++
		if t.seen && t.start > d.from && t.start <= d.to {
			h.arrivals = append(h.arrivals, *t)
		}
	}
	h.sizes = bySeen(h.counts)
	return h
}

// mostKinds bounds how many kinds of tasks a framework with tasks of different sizes has. With more
// sizes, the sizes are in a file, and durations are the same for all.
const mostKinds = 8

// write writes the framework on a line, and each kind of its tasks on a line below it. So the
// scenario has no more lines than that, even with many frameworks.
func (h *habits) write(out *bytes.Buffer) {
	f, d := h.f, h.draft
	fmt.Fprintf(out, "  - {name: %s, roles: %s", named(f.name), inBrackets("[]", f.roles, named))
	if came := f.stays(d.at)[0].came; came > d.at {
		fmt.Fprintf(out, ", start: %s", d.since(came))
	}
	if f.left <= d.to && f.left > max(f.came, d.at) {
		fmt.Fprintf(out, ", stop: %s", d.since(f.left))
	}
	if names := (f.info.Capabilities & scenario.Capabilities).Names(); len(names) > 0 {
		fmt.Fprintf(out, ", capabilities: %s", quotedList(names))
	}
	if f.ownMinimum {
		fmt.Fprintf(out, ", minimum: %s", minimumText(f.minimum))
	}
	if rank := d.settings.ranks[f.name]; rank != 0 {
		fmt.Fprintf(out, ", rank: %s", strconv.FormatFloat(rank, 'g', -1, 64))
	}
	if len(f.hold.list) > 0 && slices.Max(f.hold.list) > 0 {
		fmt.Fprintf(out, ", hold: %s", distributionOf(f.hold.list, seconds))
	}
	out.WriteString(h.refusals())
	switch {
	case f.suppresses > 0:
		out.WriteString(", suppress: true")
	case f.revives > 0:
		out.WriteString(", revive: true")
	}
	out.WriteString(", tasks: [\n")
	for i, kind := range h.kinds() {
		if i > 0 {
			out.WriteString(",\n")
		}
		out.WriteString("      " + kind)
	}
	out.WriteString("]}\n")
}

// refusals are the medians of how long the framework refuses, where it was seen to refuse.
func (h *habits) refusals() string {
	var parts []string
	for _, x := range []struct {
		key  string
		list *samples
	}{{"idle", &h.f.idle}, {"unfit", &h.f.unfit}, {"rest", &h.f.rest}} {
		if m, ok := x.list.median(); ok {
			parts = append(parts, x.key+": "+seconds(m))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf(", refuse: {%s}", strings.Join(parts, ", "))
}

// sizesName is the file of a framework's sizes.
func (d *draft) sizesName(f *framework) string {
	return d.name + ".sizes-" + strconv.Itoa(1+slices.Index(d.present, f)) + ".csv"
}

// sizesFile lists sizes in turn, about a hundred lines in all, in proportion to how often they were
// seen.
func (h *habits) sizesFile(sizes []amounts) []byte {
	const lines = 100
	type line struct {
		at   float64
		size amounts
	}
	total := 0
	for _, s := range sizes {
		total += h.counts[s]
	}
	var list []line
	for _, s := range sizes {
		n := max(1, min(h.counts[s], (h.counts[s]*lines+total/2)/max(total, lines)))
		for k := range n {
			list = append(list, line{(float64(k) + 0.5) / float64(n), s})
		}
	}
	slices.SortStableFunc(list, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	out.Write(csvLine(h.draft.resources.names))
	for _, l := range list {
		out.Write(csvLine(h.draft.resources.cells(&l.size)))
	}
	return out.Bytes()
}

// durationOf is the distribution of how long tasks take.
func (h *habits) durationOf(chosen func(amounts) bool) string {
	var tasks []task
	for _, t := range h.tasks {
		if chosen(t.size) {
			tasks = append(tasks, t)
		}
	}
	lives, since := livesOf(tasks, h.began, h.ended)
	if !since {
		return durations(lives)
	}
	// They began before: their ends come at some rate.
	ended, exposure := endsOf(lives)
	if ended == 0 {
		return "forever"
	}
	return exponential(exposure / float64(ended))
}

// countsOf writes whole numbers as a distribution: some of them, in order evenly.
func countsOf(list []float64) string {
	list = slices.Sorted(slices.Values(list))
	const most = 100
	values := make([]float64, min(len(list), most))
	for i := range values {
		values[i] = list[(2*i+1)*len(list)/(2*len(values))]
	}
	return valuesText(values, count)
}
