//go:build race

package policytest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/apportion/apportion/sorter/policy"
)

func init() { underRace = true }

// A key that writes to what others see fails under the race detector, whatever it returns.
func TestSharedStateFailsUnderRace(t *testing.T) {
	const fault = "APPORTION_TEST_SHARED_STATE"
	if os.Getenv(fault) != "" {
		testConcurrentKeys(t, newSubject(t, "bad:fault=differs", []policy.Definition{ofBad}))
		return
	}
	command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	command.Env = append(os.Environ(), fault+"=1")
	out, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "DATA RACE") {
		t.Errorf("the race detector finds nothing: %v\n%s", err, out)
	}
}
