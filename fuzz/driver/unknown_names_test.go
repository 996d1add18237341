package driver_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// TestWhoIsNotThereIsNamed: the reader of a history knows names, and no handles.
func TestWhoIsNotThereIsNamed(t *testing.T) {
	traces, err := history.ReadAny([]byte(strings.Join([]string{
		"initialize t", "agent a1 cpus:4", "framework web roles=web", "remove-framework web",
		"remove-agent b7", "revive web", "deactivate-framework wab",
	}, "\n")))
	require.NoError(t, err)
	d := driver.New(alloc.Options{})
	var refused []error
	for _, step := range traces[0].Steps {
		if _, err := d.Apply(step.Op); err != nil {
			refused = append(refused, err)
		}
	}
	require.Len(t, refused, 3)
	require.EqualError(t, refused[0], `there is no agent "b7"; there are ["a1"]`)
	require.ErrorIs(t, refused[0], alloc.ErrUnknownAgent)
	require.EqualError(t, refused[1], `there is no framework "web"; there are none`)
	require.ErrorIs(t, refused[1], alloc.ErrUnknownFramework)
	require.EqualError(t, refused[2], `there is no framework "wab"; there are none`)
}
