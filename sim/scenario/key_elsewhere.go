package scenario

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/apportion/apportion/internal/similar"
)

// whose are the keys of what scenarios have.
var whose = []struct {
	name string
	of   reflect.Type
}{
	{"a scenario", reflect.TypeFor[Scenario]()}, {"settings", reflect.TypeFor[Settings]()}, {"the scenario's lending", reflect.TypeFor[LendingTimes]()}, {"machines", reflect.TypeFor[Machines]()},
	{"a role", reflect.TypeFor[Role]()}, {"a framework", reflect.TypeFor[Framework]()}, {"tasks", reflect.TypeFor[Tasks]()}, {"an event", reflect.TypeFor[Event]()},
}

// elsewhere is similar.Hint for a key that is not among known: it says what else in a scenario has
// that key, if anything does.
func elsewhere(key string, known []string) string {
	for _, x := range whose {
		if slices.Contains(keysOf(x.of), key) {
			return fmt.Sprintf(": it is one of %s; there are %q", x.name, known)
		}
	}
	return similar.Hint(key, known)
}
