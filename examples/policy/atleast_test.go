package atleast

import (
	"testing"

	"github.com/apportion/apportion/sorter/policytest"
)

func TestAtLeast(t *testing.T) {
	policytest.Run(t, "at_least:part=0.1", policytest.Exceptions{}, Policies...)
}
