package scenario

import (
	"path/filepath"
	"strings"
	"time"
)

// Name is the name of the scenario's file without its folder and ending.
func (s *Scenario) Name() string {
	base := filepath.Base(s.file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Length is how long the scenario is simulated, or its short form if it has one.
func (s *Scenario) Length(short bool) time.Duration {
	if short && s.Short > 0 {
		return time.Duration(s.Short)
	}
	return time.Duration(s.Duration)
}
