package present

import (
	"fmt"
	"math"
	"time"

	"github.com/apportion/apportion/internal/report"
)

// number writes a figure with the digits that matter.
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "-"
	case size >= 1e12, v != 0 && size < 1e-4:
		return fmt.Sprintf("%.4g", v)
	case v == math.Trunc(v), size >= 1000:
		return report.Count(int(math.Round(v)))
	case size >= 100:
		return fmt.Sprintf("%.1f", v)
	case size >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.4f", v)
}

// percent writes a part. A distance by a weight of hardly anything is beyond all measure.
func percent(part float64) string {
	if part >= 1e4 {
		return "more than 1,000,000 %"
	}
	return fmt.Sprintf("%.1f %%", 100*part)
}

func duration(seconds float64) string {
	if math.IsNaN(seconds) {
		return "-"
	}
	return time.Duration(seconds * 1e9).Round(10 * time.Millisecond).String()
}
