package habits

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

var plain = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// quoted is a text as YAML has it.
func quoted(text string) string {
	if plain.MatchString(text) && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(text)) {
		return text
	}
	return strconv.Quote(text)
}

// named is the name of a role or framework, which would stand for several where it has braces: {{} stands for one.
func named(name string) string { return quoted(strings.ReplaceAll(name, "{", "{{}")) }

func (r *resources) text(a *amounts) string {
	var list []alloc.Quantity
	for i, name := range r.names {
		if a[i] > 0 {
			list = append(list, alloc.Quantity{Name: name, Amount: a[i]})
		}
	}
	return quantitiesText(list)
}

// inBrackets writes a list on one line: a mapping in {}, a list in [].
func inBrackets[E any](brackets string, list []E, text func(E) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = text(x)
	}
	return brackets[:1] + strings.Join(parts, ", ") + brackets[1:]
}

func quantitiesText(list []alloc.Quantity) string {
	return inBrackets("{}", list, func(q alloc.Quantity) string { return quoted(q.Name) + ": " + q.Amount.String() })
}

func minimumText(lists [][]alloc.Quantity) string { return inBrackets("[]", lists, quantitiesText) }

func quotedList(names []string) string { return inBrackets("[]", names, quoted) }

// cells are the amounts as those of a CSV file, of each resource.
func (r *resources) cells(a *amounts) []string {
	cells := make([]string, len(r.names))
	for i := range cells {
		cells[i] = a[i].String()
	}
	return cells
}

// since is a time as it is counted in the scenario.
func (d *draft) since(t alloc.Time) string { return seconds(float64(t-d.at) / 1e9) }

func (d *draft) printf(format string, arguments ...any) { fmt.Fprintf(&d.yaml, format, arguments...) }

// writeHead writes all but frameworks and events.
func (d *draft) writeHead(title string, sizes []amounts) {
	d.printf("# Made by apportion scenario; docs/scenarios.md says what a recording can't tell.\n")
	if len(d.resources.ignored) > 0 {
		d.note("left out: %s, which are no scalars, revocable, shared, or more than there may be", strings.Join(slices.Sorted(maps.Keys(d.resources.ignored)), ", "))
	}
	if d.unknown > 0 {
		d.note("%d launches or ends of tasks belong to no offer or task that is known", d.unknown)
	}
	if d.gaps > 0 {
		d.note("the recording was taken up anew %d times: of tasks that ran then it is not known when they began", d.gaps)
	}
	for _, note := range d.notes {
		d.printf("# %s\n", strings.Join(strings.Fields(note), " "))
	}
	d.printf("title: %s\nduration: %s\n", quoted(title), seconds(max(d.length.Seconds(), 1e-3)))
	d.writeSettings(sizes)
	d.printf("machines:\n")
	for _, x := range d.groups {
		if x.came <= d.at {
			d.printf("  - %s\n", d.machines(x))
		}
	}
	d.writeRoles()
	if d.running.Len() > 0 {
		d.printf("running: {file: %s}\n", quoted(d.runningName()))
	}
}

func (d *draft) machines(x *group) string {
	return fmt.Sprintf("{name: %s, count: %d, has: %s}", x.name, len(x.agents), d.resources.text(&x.has))
}

func (d *draft) writeSettings(sizes []amounts) {
	o := &d.settings.options
	d.printf("settings:\n  interval: %s\n", seconds(d.interval().Seconds()))
	for _, x := range []struct{ key, value string }{
		{"role_policy", string(o.RoleSorter)}, {"framework_policy", string(o.FrameworkSorter)},
	} {
		if x.value != "" {
			d.printf("  %s: %s\n", x.key, quoted(x.value))
		}
	}
	d.printf("  agent_order: %s\n  minimum: %s\n", o.AgentOrder, minimumText(o.MinAllocatable))
	if excluded := d.onMachines(o.FairnessExclude); len(excluded) > 0 {
		d.printf("  fairness_exclude: %s\n", quotedList(excluded))
	}
	d.writeResourceWeights()
	if o.OfferGPUsToAll {
		d.printf("  offer_gpus_to_all: true\n")
	}
	if o.NestedQuota {
		d.printf("  nested_quota: true\n")
	}
	if len(sizes) > 0 {
		d.printf("  shape: %s\n", d.resources.text(&sizes[0]))
	}
}

// interval is the allocator's interval. If only the host asks for cycles, it is the median time
// between two cycles.
func (d *draft) interval() time.Duration {
	if d.settings.options.Interval > 0 {
		return d.settings.options.Interval
	}
	var gaps samples
	for i := 1; i < len(d.cycles); i++ {
		if gap := d.cycles[i] - d.cycles[i-1]; gap > 0 {
			gaps.add(float64(gap))
		}
	}
	if gap, ok := gaps.median(); ok {
		return max(time.Duration(gap), time.Millisecond)
	}
	return time.Second
}

func (d *draft) writeRoles() {
	roles, known := slices.Clone(d.settings.roles), d.settings.byPath()
	for _, r := range d.latest.roles { // those that only events set are on the list, too
		if _, ok := known[r.path]; !ok {
			roles = append(roles, role{path: r.path, weight: 1})
		}
	}
	if len(roles) == 0 {
		return
	}
	d.printf("roles:\n")
	for _, r := range roles {
		d.printf("  - {name: %s, weight: %s", named(r.path), strconv.FormatFloat(r.weight, 'g', -1, 64))
		d.printf("%s", r.quotaText())
		if r.policy != "" {
			d.printf(", policy: %s", quoted(string(r.policy)))
		}
		if r.rank != 0 {
			d.printf(", rank: %s", strconv.FormatFloat(r.rank, 'g', -1, 64))
		}
		d.printf("}\n")
	}
}

// writeEvents writes which machines and frameworks come and go, and what the host sets.
func (d *draft) writeEvents() {
	var events []change
	note := func(at alloc.Time, format string, arguments ...any) {
		events = append(events, change{at, fmt.Sprintf(format, arguments...)})
	}
	for _, x := range d.groups {
		if x.came > d.at {
			note(x.came, "add: %s", d.machines(x))
		}
		if x.left != never {
			note(x.left, "fail: %s", x.name)
		}
	}
	for _, f := range d.present {
		stays := f.stays(d.at)
		for i := 1; i < len(stays); i++ {
			note(stays[i-1].left, "stop: [%s]", named(f.name))
			note(stays[i].came, "start: [%s]", named(f.name))
		}
	}
	for _, c := range d.changes {
		if c.at > d.at {
			events = append(events, c)
		}
	}
	if len(events) > 0 {
		d.printf("events:\n")
	}
	slices.SortStableFunc(events, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	for _, e := range events {
		d.printf("  - {at: %s, %s}\n", d.since(e.at), e.text)
	}
}

func (d *draft) runningName() string { return d.name + ".running.csv" }

func (d *draft) runningHeader() []byte {
	return csvLine(append([]string{"framework", "machine", "role", "count", "left"}, d.resources.names...))
}

// writeRunning writes which tasks run at the beginning. If a task ends within the stretch, it
// writes when.
func (d *draft) writeRunning(f *framework, tasks []task) {
	type line struct {
		agent *agent
		role  string
		left  string
		size  amounts
	}
	counts := map[line]int{}
	var lines []line
	for i := range tasks {
		t := &tasks[i]
		free := d.free[t.chunk.agent]
		if f.stays(d.at)[0].came > d.at || !t.alive(d.at) || free == nil || !free.Has(&t.size) {
			continue
		}
		free.Sub(&t.size)
		x := line{agent: t.chunk.agent, size: t.size}
		if slices.Contains(f.roles, t.chunk.role) {
			x.role = t.chunk.role
		}
		if t.end != never {
			x.left = strings.TrimSuffix(d.since(t.end), "s")
		}
		if counts[x] == 0 {
			lines = append(lines, x)
		}
		counts[x]++
	}
	for _, x := range lines {
		cells := []string{f.name, d.place[x.agent], x.role, strconv.Itoa(counts[x]), x.left}
		d.running.Write(csvLine(append(cells, d.resources.cells(&x.size)...)))
	}
}

func csvLine(cells []string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(cells) // a Buffer takes all
	w.Flush()
	return out.Bytes()
}

// writeResourceWeights is of the weights of resources that some machine has.
func (d *draft) writeResourceWeights() {
	begun := false
	for _, w := range d.settings.counts {
		names := d.onMachines(w.Names())
		if len(names) == 0 {
			continue
		}
		if !begun {
			d.printf("  resource_weights:\n")
			begun = true
		}
		d.printf("    %s: %g\n", quoted(strings.Join(names, ",")), w.Weight)
	}
}

// onMachines are those of the resources that some machine has: shares can neither leave out nor
// count any other.
func (d *draft) onMachines(names []string) []string {
	var list []string
	for i, name := range d.resources.names {
		isThere := slices.ContainsFunc(d.groups, func(g *group) bool { return g.has[i] > 0 })
		if isThere && slices.Contains(names, name) {
			list = append(list, name)
		}
	}
	return list
}
