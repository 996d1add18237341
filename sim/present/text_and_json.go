package present

import (
	"fmt"
	"io"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/results"
)

// WriteText writes for people what runs of a scenario with several seeds have come to, most of it
// of the first.
func WriteText(out io.Writer, runs []*results.Run, outcomes []results.Outcome) error {
	return must.Catch(func() { writeText(out, runs, outcomes) })
}

func writeText(out io.Writer, runs []*results.Run, outcomes []results.Outcome) {
	fmt.Fprintln(out, title(runs[0].Scenario))
	first := runs[0]
	for _, f := range Facts(first) {
		fmt.Fprintf(out, "  %-20s  %s\n", f.Name, f.Value)
	}
	for _, table := range []report.Table{RoleTable(first), LendingTable(first)} {
		if len(table.Rows) > 0 {
			must.Do(table.WriteText(out))
			fmt.Fprintf(out, "(%s)\n", unitsOf(table.Header))
		}
	}
	if text := LeftOut(first); text != "" {
		fmt.Fprintln(out, text)
	}
	if len(runs) > 1 {
		fmt.Fprintf(out, "The figures above are of seed %d; %d seeds were run.\n", first.Seed, len(runs))
	}
	for _, o := range outcomes {
		fmt.Fprintln(out, OutcomeText(&o))
	}
	for _, x := range results.Beyond(first) {
		fmt.Fprintf(out, "not looked at: %s, after the %v that are simulated\n", describe(x), first.Length)
	}
}

// Document returns all figures of the runs of a scenario as one object of JSON.
func Document(runs []*results.Run, outcomes []results.Outcome) any {
	sc := runs[0].Scenario
	type run struct {
		Seed    int64              `json:"seed"`
		Figures map[string]float64 `json:"figures"`
	}
	document := struct {
		Scenario string   `json:"scenario"`
		Title    string   `json:"title"`
		Runs     []run    `json:"runs"`
		Failed   []string `json:"failed"`
		Warnings []string `json:"warnings"`
	}{Scenario: sc.Name(), Title: sc.Title, Failed: []string{}, Warnings: []string{}}
	for _, w := range runs[0].Warnings {
		document.Warnings = append(document.Warnings, w.Error())
	}
	for _, r := range runs {
		document.Runs = append(document.Runs, run{r.Seed, results.AllFigures(r)})
	}
	for _, o := range outcomes {
		if !o.Met {
			document.Failed = append(document.Failed, OutcomeText(&o))
		}
	}
	return document
}
