package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/bench"
	"github.com/apportion/apportion/internal/report"
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

// sectionOf has a row for each benchmark below a name; nil is none.
func sectionOf(res *results, below, title, note string, header []string, row func(name string) []string) report.Section {
	s := report.Section{Title: title, Note: note, Table: report.Table{Header: header}}
	for _, name := range res.below(below) {
		if cells := row(name); cells != nil {
			s.Table.Rows = append(s.Table.Rows, cells)
		}
	}
	return s
}

// against has the times of two benchmarks and how many times longer the second takes.
func against(res *results, name, a, b string) []string {
	return []string{name, optional(res, a, "ns/op"), optional(res, b, "ns/op"), timesSlower(res, a, b)}
}

func resortSection(res *results) report.Section {
	return sectionOf(res, "Resort", "Against a sorter that sorts anew for each agent", "", []string{"line", "core", "re-sort", "ratio"},
		func(name string) []string { return against(res, name, "Table/"+name, "Resort/"+name) })
}

func modelSection(res *results) report.Section {
	return sectionOf(res, "Model", "Against the reference model, which works with maps and strings",
		"Both are driven by the same operations in text form.", []string{"work", "core", "model", "ratio"},
		func(name string) []string {
			base, ok := strings.CutSuffix(name, "/by=core")
			if !ok {
				return nil
			}
			return against(res, base, "Model/"+name, "Model/"+base+"/by=model")
		})
}

func worstSection(res *results) report.Section {
	return sectionOf(res, "Worst", "The worst cases", "A cycle in each of the states that cost the most.", []string{"state", "median", "processor", "each"},
		func(name string) []string {
			full := "Worst/" + name
			return []string{name, optional(res, full, "ns/op"), optional(res, full, "cpu-ns/op"), each(res, full)}
		})
}

// abiSection is what bench/abi measures.
func abiSection(res *results) report.Section {
	return sectionOf(res, "ABI", "Through the C library",
		"50,000 calls each. In a batch they cross into the library once; the core's are the table's.",
		[]string{"work", "by", "median", "spread", "each", "x core"},
		func(name string) []string {
			work, by, _ := strings.Cut(name, "/by=")
			full := "ABI/" + name
			return []string{work, by, optional(res, full, "ns/op"), percent(res.spread(full, "ns/op")), each(res, full), timesSlower(res, "Table/"+work, full)}
		})
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
