package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/bench"
	"github.com/apportion/apportion/report"
)

// sectionsOf are the tables of what was measured.
func sectionsOf(res *results) []report.Section {
	var list []report.Section
	for _, s := range []report.Section{tableSection(res), resortSection(res), modelSection(res), worstSection(res), abiSection(res), mesosSection(res)} {
		if len(s.Table.Rows) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// tableSection is the table proper.
func tableSection(res *results) report.Section {
	s := report.Section{
		Title: "The table",
		Note: "Medians; the spread is how far the farthest run is from the median. Processor time is what the process used, also of other cores. " +
			"re-sort: the same core, sorting anew for each agent. model: the reference model, at " + modelSize + ". " +
			"Mesos: its own allocator, measured with its own benchmarks on such a machine.",
		Table: report.Table{Header: []string{"line", "work", "agents", "frameworks", "median", "spread", "processor", "each", "allocs/op", "x re-sort", "x model", "target", "Mesos"}},
	}
	for _, l := range bench.Lines {
		name := "Table/" + l.Name
		unit := "ns/op"
		if l.Unit != "" {
			unit = l.Unit
		}
		mid, ok := res.median(name, unit)
		if !ok {
			continue
		}
		s.Table.Rows = append(s.Table.Rows, []string{
			l.Name, l.Work, report.Count(l.Agents), report.Count(l.Frameworks),
			figure(mid, unit), percent(res.spread(name, unit)),
			optional(res, name, "cpu-ns/op"), each(res, name), allocations(res, name, l),
			timesSlower(res, name, "Resort/"+l.Name),
			timesSlower(res, modelName(l.Name, "core"), modelName(l.Name, "model")),
			l.Target, l.Mesos,
		})
	}
	return s
}

// The size at which the table quotes the reference model.
const (
	modelSize  = "300 agents and 50 frameworks"
	modelInfix = "/agents=300/frameworks=50/by="
)

func modelName(line, by string) string {
	line = strings.TrimSuffix(line, "_1k")
	return "Model/" + line + modelInfix + by
}

// optional is a figure, or nothing where it was not measured.
func optional(res *results, name, unit string) string {
	mid, ok := res.median(name, unit)
	if !ok {
		return ""
	}
	return figure(mid, unit)
}

// each is the time for an operation's single parts: of an offer, an agent, a
// pair.
func each(res *results, name string) string {
	for _, unit := range res.by[name].units {
		if part, ok := strings.CutPrefix(unit, "ns/"); ok && part != "op" {
			mid, _ := res.median(name, unit)
			return figure(mid, "ns/op") + "/" + part
		}
	}
	return ""
}

// allocations are left out where the time is another process's.
func allocations(res *results, name string, l bench.Line) string {
	if l.Name == "memory" {
		return ""
	}
	return optional(res, name, "allocs/op")
}

// timesSlower is how many times longer b takes than a.
func timesSlower(res *results, a, b string) string {
	x, ok := res.median(a, "ns/op")
	y, ok2 := res.median(b, "ns/op")
	if !ok || !ok2 || x == 0 {
		return ""
	}
	return ratio(y / x)
}

func resortSection(res *results) report.Section {
	s := report.Section{
		Title: "Against a sorter that sorts anew for each agent",
		Table: report.Table{Header: []string{"line", "core", "re-sort", "ratio"}},
	}
	for _, name := range res.below("Resort") {
		s.Table.Rows = append(s.Table.Rows, []string{
			name, optional(res, "Table/"+name, "ns/op"), optional(res, "Resort/"+name, "ns/op"),
			timesSlower(res, "Table/"+name, "Resort/"+name),
		})
	}
	return s
}

func modelSection(res *results) report.Section {
	s := report.Section{
		Title: "Against the reference model, which works with maps and strings",
		Note:  "Both are driven by the same operations in text form.",
		Table: report.Table{Header: []string{"work", "core", "model", "ratio"}},
	}
	for _, name := range res.below("Model") {
		if base, ok := strings.CutSuffix(name, "/by=core"); ok {
			a, b := "Model/"+name, "Model/"+base+"/by=model"
			s.Table.Rows = append(s.Table.Rows, []string{base, optional(res, a, "ns/op"), optional(res, b, "ns/op"), timesSlower(res, a, b)})
		}
	}
	return s
}

func worstSection(res *results) report.Section {
	s := report.Section{
		Title: "The worst cases",
		Note:  "A cycle in each of the states that cost the most.",
		Table: report.Table{Header: []string{"state", "median", "processor", "each"}},
	}
	for _, name := range res.below("Worst") {
		full := "Worst/" + name
		s.Table.Rows = append(s.Table.Rows, []string{name, optional(res, full, "ns/op"), optional(res, full, "cpu-ns/op"), each(res, full)})
	}
	return s
}

// abiSection is what bench/abi measures.
func abiSection(res *results) report.Section {
	s := report.Section{
		Title: "Through the C library",
		Note:  "1,000 operations each. In a batch they cross into the library once; core are the same calls within it.",
		Table: report.Table{Header: []string{"work", "threads", "by", "median", "spread", "x core"}},
	}
	for _, name := range res.below("ABI") {
		base, by, _ := strings.Cut(name, "/by=")
		work, threads, _ := strings.Cut(base, "/threads=")
		full, core := "ABI/"+name, "ABI/"+base+"/by=core"
		s.Table.Rows = append(s.Table.Rows, []string{work, threads, by, optional(res, full, "ns/op"),
			percent(res.spread(full, "ns/op")), timesSlower(res, core, full)})
	}
	return s
}

// mesosSection lists the parts of the scenarios after Mesos's benchmarks.
func mesosSection(res *results) report.Section {
	s := report.Section{
		Title: "Scenarios after Mesos's own benchmarks",
		Note:  "In all, and the parts of which Mesos's print the times.",
		Table: report.Table{Header: []string{"scenario", "in all", "processor", "parts"}},
	}
	for _, group := range []string{"Mesos", "MesosSorter"} {
		for _, name := range res.below(group) {
			full := group + "/" + name
			var parts []string
			for _, unit := range res.by[full].units {
				if part, ok := strings.CutSuffix(unit, "-ns"); ok {
					mid, _ := res.median(full, unit)
					parts = append(parts, part+" "+figure(mid, "ns/op"))
				}
			}
			slices.Sort(parts)
			s.Table.Rows = append(s.Table.Rows, []string{name, optional(res, full, "ns/op"), optional(res, full, "cpu-ns/op"), strings.Join(parts, ", ")})
		}
	}
	return s
}

func percent(part float64) string { return fmt.Sprintf("±%.0f %%", 100*part) }
