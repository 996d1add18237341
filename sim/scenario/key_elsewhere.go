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

// elsewhere is similar.Hint of a key that is none of those known: who has it, if anybody does.
func elsewhere(key string, known []string) string {
	for _, x := range whose {
		if slices.Contains(keysOf(x.of), key) {
			return fmt.Sprintf(": it is one of %s; there are %q", x.name, known)
		}
	}
	return similar.Hint(key, known)
}
