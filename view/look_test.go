package view

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/view/page"
)

// TestPagesLookAlike: pages with plots have the colours of the live page, in the light and in
// the dark.
func TestPagesLookAlike(t *testing.T) {
	colours := func(style string) []string {
		return regexp.MustCompile(`--(?:back|ink|soft|c\d+): #[0-9a-f]+`).FindAllString(style, -1)
	}
	live, _, ok := page.File("view.css")
	require.True(t, ok)
	require.Len(t, colours(report.Style), 2*(3+12))
	require.Equal(t, colours(report.Style), colours(string(live)))
}

// TestTextCanBeRead: each colour that text has stands out from each ground that it is on by the
// contrast that WCAG 2 asks for at level AA, in the light and in the dark.
func TestTextCanBeRead(t *testing.T) {
	style, _, ok := page.File("view.css")
	require.True(t, ok)
	texts := map[string]bool{}
	for _, m := range regexp.MustCompile(`[ {]color: ([^;}]+)`).FindAllStringSubmatch(string(style), -1) {
		texts[m[1]] = true
	}
	delete(texts, "inherit")
	require.Len(t, texts, 4, "ink, soft, accent and warn")
	schemes := strings.Split(string(style), "prefers-color-scheme: dark")
	require.Len(t, schemes, 2)
	for _, scheme := range schemes {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`(--[a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(scheme, -1) {
			colours["var("+m[1]+")"] = m[2]
		}
		for text := range texts {
			grounds := []string{"var(--back)", "var(--raise)", "var(--hover)"}
			if text == "var(--warn)" {
				grounds = append(grounds, "var(--warn-back)")
			}
			for _, ground := range grounds {
				require.GreaterOrEqual(t, contrast(colours[text], colours[ground]), 4.5, "%s on %s", text, ground)
			}
		}
	}
}

// contrast is that of two colours (#rrggbb) as WCAG 2 has it, from 1 to 21.
func contrast(a, b string) float64 {
	light := func(colour string) (sum float64) {
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			part, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // the expression that found it saw digits
			v := float64(part) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	l, m := light(a), light(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}
