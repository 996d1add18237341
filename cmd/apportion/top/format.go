package top

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/report"
)

// Figures are shown as the page shows them (view/page/format.js).

// clean makes one line of a name, and takes from it what a terminal would not show.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}

// percent shows a part, of the cluster if nothing else is said.
func percent(part float64) string {
	switch p := 100 * part; {
	case p == 0:
		return "0 %"
	case p < 0.01:
		return "< 0.01 %"
	case p < 1:
		return fmt.Sprintf("%.2f %%", p)
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}

// plain writes a number without zeros behind the point.
func plain(v float64, digits int) string {
	return report.WithoutZeros(strconv.FormatFloat(v, 'f', digits, 64))
}

// unit is one in which something is shown: from so much of it on.
type unit struct {
	from, per float64
	name      string
	digits    int
}

// in shows a value in the largest unit that it reaches.
func in(units []unit, v float64) string {
	u := units[0]
	for _, larger := range units[1:] {
		if v >= larger.from {
			u = larger
		}
	}
	return plain(v/u.per, u.digits) + " " + u.name
}

var (
	sizes = []unit{{0, 1, "MiB", 1}, {1 << 10, 1 << 10, "GiB", 1}, {1 << 20, 1 << 20, "TiB", 1}, {1 << 30, 1 << 30, "PiB", 1}, {1 << 40, 1 << 40, "EiB", 1}}
	times = []unit{{0, 1e-6, "us", 0}, {1e-3, 1e-3, "ms", 1}, {1, 1, "s", 1}, {120, 60, "min", 1}, {7200, 3600, "h", 1}, {172800, 86400, "d", 1}}
)

// amount shows so much of a resource with its unit.
func amount(name string, v float64) string {
	switch {
	case v == 0:
		return "0"
	case name == "mem":
		return in(sizes, v)
	case name == "disk":
		return in(sizes, v) + " disk"
	case v >= 100:
		return report.Count(int(math.Round(v))) + " " + clean(name)
	}
	return plain(v, 3) + " " + clean(name)
}

// label names a resource.
func label(name string) string { return cmp.Or(labels[name], clean(name)) }

var labels = map[string]string{"mem": "memory", "gpus": "GPUs"}

// duration shows how long something takes, in seconds.
func duration(s float64) string {
	if s == 0 {
		return "0 s"
	}
	return in(times, s)
}

// seconds are those of the allocator's clock.
func seconds(t alloc.Time) float64 { return time.Duration(t).Round(time.Millisecond).Seconds() }

// moment shows a time of the allocator's clock: of the day if that is known.
func (m *model) moment(t float64) string {
	if m.Epoch != nil {
		return time.UnixMilli(int64((t + *m.Epoch) * 1000)).Format(time.TimeOnly)
	}
	text := time.Unix(int64(t), 0).UTC().Format(time.TimeOnly)
	if days := int(t) / 86400; days > 0 {
		return fmt.Sprintf("%d d %s", days, text)
	}
	return text
}
