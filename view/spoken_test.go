package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// spoken is what a screen reader says of the rows of a list.
func (x *tab) spoken(role string) []string {
	x.t.Helper()
	tree, err := chromedp.Call(x, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(x.t, err)
	var names []string
	for _, n := range tree.Nodes {
		if n.Role != nil && string(n.Role.Value) == fmt.Sprintf("%q", role) {
			names = append(names, strings.Join(strings.Fields(strings.Trim(string(n.Name.Value), `"`)), " "))
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !strings.Contains(name, " %") }) // options of choices
}

// TestRowsAreSpokenAsTheyAreShown: the name of a row has each figure that it shows, in the order
// of its columns, behind the word for it.
func TestRowsAreSpokenAsTheyAreShown(t *testing.T) {
	x := newTab(t)
	s := newScene(t, 100)
	s.play()
	x.size(1180, 1250, "light")
	x.serve(s)
	for role, list := range map[string]struct {
		rows  string
		words string // as a regular expression
	}{
		"treeitem": {".row.role-row", `^\S+ .*share [\d.< ]+ % fair [\d.< ]+ % .*weight \d`},
		"option":   {".row.framework-row", `^\S+ in role \S+ share [\d.< ]+ % fair [\d.< ]+ % offers [\d,]+ filtered [\d,]+ unanswered [\d.< ]+ % .+ last offer .+`},
	} {
		names := x.spoken(role)
		require.Len(t, names, eval[int](x, fmt.Sprintf("[...document.querySelectorAll(%q)].filter((e) => !e.hidden).length", list.rows)))
		for _, name := range names {
			require.Regexp(t, list.words, name)
		}
	}
	x.size(500, 1250, "light") // what is not shown is not said
	for _, name := range x.spoken("treeitem") {
		require.Regexp(t, `share [\d.< ]+ %`, name)
		require.NotContains(t, name, "fair")
	}
}
