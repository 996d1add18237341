package scenario

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/apportion/apportion/internal/similar"
)

// suggestion names what may have been meant, or lists what there is.
func suggestion(word string, known []string) string {
	if alike := similar.Names(word, known); len(alike) > 0 {
		return fmt.Sprintf("; did you mean %q?", known[alike[0]])
	}
	if len(known) == 0 {
		return "; there are none"
	}
	return fmt.Sprintf("; there are %q", known)
}

// whose are the keys of what scenarios have.
var whose = []struct {
	name string
	of   reflect.Type
}{
	{"a scenario", reflect.TypeFor[Scenario]()}, {"settings", reflect.TypeFor[Settings]()}, {"the scenario's lending", reflect.TypeFor[LendingTimes]()}, {"machines", reflect.TypeFor[Machines]()},
	{"a role", reflect.TypeFor[Role]()}, {"a framework", reflect.TypeFor[Framework]()}, {"tasks", reflect.TypeFor[Tasks]()}, {"an event", reflect.TypeFor[Event]()},
}

// elsewhere is suggestion for a key that is none of those known: who has it, if anybody does.
func elsewhere(key string, known []string) string {
	for _, x := range whose {
		if slices.Contains(keysOf(x.of), key) {
			return fmt.Sprintf(": it is one of %s; there are %q", x.name, known)
		}
	}
	return suggestion(key, known)
}
