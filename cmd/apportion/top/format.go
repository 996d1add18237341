package top

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/rivo/uniseg"

	"github.com/apportion/apportion/report"
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

// widthOf is how many columns a text takes.
func widthOf(text string) int { return uniseg.StringWidth(text) }

// fit cuts a text that takes more columns than there are, or fills it up.
func fit(text string, columns int) string {
	if columns <= 0 {
		return ""
	}
	if n := widthOf(text); n <= columns {
		return text + strings.Repeat(" ", columns-n)
	}
	var b strings.Builder
	used := 0
	for clusters := uniseg.NewGraphemes(text); clusters.Next() && used+clusters.Width() < columns; used += clusters.Width() {
		b.WriteString(clusters.Str())
	}
	return b.String() + "…" + strings.Repeat(" ", columns-used-1)
}

// fitRight is fit, aligned at the right.
func fitRight(text string, columns int) string {
	if n := widthOf(text); n < columns {
		return strings.Repeat(" ", columns-n) + text
	}
	return fit(text, columns)
}

// wrap breaks a text into lines, between words where it can.
func wrap(text string, columns int) []string {
	if columns <= 0 || widthOf(text) <= columns {
		return []string{text}
	}
	var lines []string
	current := ""
	for word := range strings.FieldsSeq(text) {
		if current != "" && widthOf(current)+1+widthOf(word) > columns {
			lines, current = append(lines, current), ""
		}
		if current != "" {
			current += " "
		}
		current += word
	}
	return append(lines, current)
}

// count shows a whole number.
func count(n float64) string { return report.Count(int(math.Round(n))) }

// number shows how many there are of something.
func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return report.Count(n) + " " + what
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
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// amount shows so much of a resource with its unit.
func amount(name string, v float64) string {
	switch {
	case v == 0:
		return "0"
	case name != "mem" && name != "disk" && v >= 100:
		return count(v) + " " + clean(name)
	case name != "mem" && name != "disk":
		return plain(v, 3) + " " + clean(name)
	}
	units := []string{"MiB", "GiB", "TiB", "PiB", "EiB"}
	unit := 0
	for ; v >= 1024 && unit < len(units)-1; unit++ {
		v /= 1024
	}
	text := plain(v, 1) + " " + units[unit]
	if name == "disk" {
		text += " disk"
	}
	return text
}

// label names a resource.
func label(name string) string {
	switch name {
	case "mem":
		return "memory"
	case "gpus":
		return "GPUs"
	}
	return clean(name)
}

// seconds shows how long something takes.
func seconds(s float64) string {
	switch {
	case s == 0:
		return "0 s"
	case s < 1e-3:
		return plain(s*1e6, 0) + " us"
	case s < 1:
		return plain(s*1e3, 1) + " ms"
	case s < 120:
		return plain(s, 1) + " s"
	case s < 7200:
		return plain(s/60, 1) + " min"
	case s < 172800:
		return plain(s/3600, 1) + " h"
	}
	return plain(s/86400, 1) + " d"
}

// moment shows a time of the allocator's clock: of the day if that is known.
func (m *model) moment(t float64) string {
	if m.epoch != nil {
		return time.UnixMilli(int64((t + *m.epoch) * 1000)).Format(time.TimeOnly)
	}
	s := int(t)
	text := fmt.Sprintf("%02d:%02d:%02d", s%86400/3600, s%3600/60, s%60)
	if days := s / 86400; days > 0 {
		text = fmt.Sprintf("%d d %s", days, text)
	}
	return text
}

// ago shows how long ago something was.
func (m *model) ago(t *float64) string {
	if t == nil {
		return "never"
	}
	return seconds(max(0, m.now-*t)) + " ago"
}
