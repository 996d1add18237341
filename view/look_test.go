package view

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/view/page"
)

// TestPagesLookAlike: pages with plots have the colours of the live page, in the light and in
// the dark.
func TestPagesLookAlike(t *testing.T) {
	colours := func(style string) (list []string) {
		for _, m := range regexp.MustCompile(`--(?:back|ink|soft|c\d+): #[0-9a-f]+`).FindAllString(style, -1) {
			list = append(list, m)
		}
		return list
	}
	live, _, ok := page.File("view.css")
	require.True(t, ok)
	require.Len(t, colours(report.Style), 2*(3+12))
	require.Equal(t, colours(report.Style), colours(string(live)))
}
