package model

import (
	"fmt"
	"math"

	"github.com/apportion/apportion/history"
)

func init() { on((*state).setRanks) }

// settings are what was set of a role or a framework besides its weight, policies and quota: what
// the core has as alloc.Settings, in its order. A framework's end with it, a role's with nothing.
type settings struct{ rank float64 }

func (s *state) setRanks(op *history.SetRanks) {
	for _, role := range sortedKeys(op.Roles) {
		checkRole(role)
		check(!math.IsNaN(op.Roles[role]), "a rank that is no number")
	}
	for _, framework := range sortedKeys(op.Frameworks) {
		s.framework(framework)
		check(!math.IsNaN(op.Frameworks[framework]), "a rank that is no number")
	}
	for role, rank := range op.Roles {
		s.settingsOfRole[role] = settings{rank}
	}
	for framework, rank := range op.Frameworks {
		s.settingsOfFramework[framework] = settings{rank}
	}
}

// SettingsOfRole and SettingsOfFramework are the settings as text, as fmt has the core's.
func (m *Model) SettingsOfRole(path string) string { return fmt.Sprint(m.state.settingsOfRole[path]) }

func (m *Model) SettingsOfFramework(name string) string {
	return fmt.Sprint(m.state.settingsOfFramework[name])
}
