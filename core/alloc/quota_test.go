package alloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneOfSomething(t *testing.T) {
	require.Equal(t, "1 cpu, 1 gpu and 1 mem", Amounts{{Name: "cpus", Amount: 1000}, {Name: "gpus", Amount: 1000}, {Name: "mem", Amount: 1000}}.String())
	require.Equal(t, "1.001 cpus and 2 gpus", Amounts{{Name: "cpus", Amount: 1001}, {Name: "gpus", Amount: 2000}}.String())
}
