// Package machine says what benchmarks run on.
package machine

import (
	"fmt"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// features are those of processors that say something about the speed of an allocator.
var features = []cpuid.FeatureID{cpuid.POPCNT, cpuid.BMI1, cpuid.BMI2, cpuid.AVX, cpuid.AVX2, cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.ASIMD, cpuid.SVE}

// Facts are lines of Go's benchmark format about the processor, as it tells them itself
// (cpuid).
func Facts() []string { return factsOf(&cpuid.CPU) }

func factsOf(cpu *cpuid.CPUInfo) []string {
	var has []string
	for _, f := range features {
		if cpu.Supports(f) {
			has = append(has, strings.ToLower(f.String()))
		}
	}
	return []string{
		fmt.Sprintf("processor: %s, family %d, model %d, stepping %d", cpu.BrandName, cpu.Family, cpu.Model, cpu.Stepping),
		fmt.Sprintf("caches: L1 %s, L2 %s, L3 %s, lines of %d bytes", size(cpu.Cache.L1D), size(cpu.Cache.L2), size(cpu.Cache.L3), cpu.CacheLine),
		"features: " + strings.Join(has, " "),
	}
}

// size writes the size of a cache, which is not positive if it is not known.
func size(bytes int) string {
	switch {
	case bytes <= 0:
		return "unknown"
	case bytes < 1<<20:
		return fmt.Sprintf("%d KiB", bytes>>10)
	default:
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
}
