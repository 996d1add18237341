package present

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/sim/scenario"
)

// unitsOf says in which units figures are that stand in a table, as "wait_p95, starvation: s; share: part
// of the cluster". What is no figure is left out.
func unitsOf(figures []string) string {
	var units []string
	of := map[string][]string{}
	for _, figure := range figures {
		name, _, _ := strings.Cut(figure, " of ")
		kind := scenario.FindFigure(name)
		if kind == nil || slices.Contains(of[kind.Unit], name) {
			continue
		}
		if of[kind.Unit] == nil {
			units = append(units, kind.Unit)
		}
		of[kind.Unit] = append(of[kind.Unit], name)
	}
	for i, unit := range units {
		units[i] = strings.Join(of[unit], ", ") + ": " + unit
	}
	return strings.Join(units, "; ")
}
