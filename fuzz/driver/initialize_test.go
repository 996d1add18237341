package driver_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
)

// What the core would take for something else is refused where a history says it. The error has the number that the
// history has.
func TestInitializeMeansWhatItSays(t *testing.T) {
	for word, want := range map[string]string{
		"interval=1e-10":          "initialize: an allocation interval of 1e-10 seconds is less than a nanosecond",
		"interval=-1":             "initialize: an allocation interval of -1 seconds is less than a nanosecond",
		"recovery-timeout=-1e-9":  "initialize: a recovery timeout of -1e-09 seconds is negative",
		"recovery-timeout=-1e-10": "initialize: a recovery timeout of -1e-10 seconds is negative",
		"recovery-factor=-1":      "initialize: an agent recovery factor of -1 is negative",
		"interval=0":              "",
		"interval=1e-9 recovery-timeout=0 recovery-factor=0": "",
	} {
		op, err := history.ParseShort("initialize x " + word)
		require.NoError(t, err)
		_, err = driver.New(alloc.Options{}).Apply(op)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, want)
		}
	}
}
