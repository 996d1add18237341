package machine

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
	"github.com/stretchr/testify/require"
)

func TestFacts(t *testing.T) {
	cpu := cpuid.CPUInfo{BrandName: "Some CPU", Family: 26, Model: 2, Stepping: 1, CacheLine: 64}
	cpu.Cache.L1D, cpu.Cache.L2, cpu.Cache.L3 = 48<<10, 2<<20, -1
	require.Equal(t, []string{
		"processor: Some CPU, family 26, model 2, stepping 1",
		"caches: L1 48 KiB, L2 2 MiB, L3 unknown, lines of 64 bytes",
		"features: ",
	}, factsOf(&cpu))

	cpu.Enable(cpuid.AVX2, cpuid.SSE)
	require.Equal(t, "features: avx2", factsOf(&cpu)[2])
}

func TestFactsOfThisMachine(t *testing.T) {
	require.Len(t, Facts(), 3)
}
