package scenario

import (
	"path/filepath"
	"strings"
)

// Name is the name of the scenario's file without its folder and ending.
func (s *Scenario) Name() string {
	base := filepath.Base(s.file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
