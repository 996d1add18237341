package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// team is two roles, and two below the second, at two times.
func team() *RoleShares {
	return &RoleShares{Note: "A note.", X: Values{1, 7}, Roles: []RoleShare{
		{Name: "web", Weight: 2, Held: Values{0.1, 0.3}, Demand: Values{0.8, 0.3}},
		{Name: "batch", Weight: 1, Held: Values{0.8, 0.6}, Demand: Values{1, 1}},
		{Name: "batch/a", Parent: "batch", Weight: 3, Held: Values{0.8, 0.3}, Demand: Values{1, 1}},
		{Name: "batch/b", Parent: "batch", Weight: 1, Held: Values{0, 0.3}, Demand: Values{0, 0.3}},
	}}
}

// First web should have two thirds and has 0.1: what it lacks is by its weight 17/60. In the end web leaves 0.7 to batch,
// which lacks 0.1; of that a's fair part is 0.525, of which it lacks 0.075 by its weight.
func TestFarthestFromFair(t *testing.T) {
	require.Equal(t, []Fact{
		{"farthest from fair", "batch at the end holds 60.000 % of the cluster, fair is 70.000 %; by its weight of 1 that is 10.000 %"},
		{"  at its worst", "28.333 % by weight after 1 s"},
	}, team().Facts())
}

func TestSharesAreDrawn(t *testing.T) {
	charts := team().charts(team().standings())
	require.Len(t, charts, 3)
	require.InDeltaSlice(t, []float64{85.0 / 3, 10}, []float64(charts[0].Series[0].Y), 1e-9)
	require.Equal(t, Values{1, 7}, charts[0].Series[0].X)
	require.InDeltaSlice(t, []float64{5, 15}, []float64(charts[1].Series[0].Y), 1e-9)
	require.Equal(t, "web, wants less", charts[1].Series[0].Name)
	require.Equal(t, "batch", charts[1].Series[1].Name)
	require.InDelta(t, 0.3/0.175, charts[2].Series[1].Y[1], 1e-9)
	require.True(t, math.IsNaN(charts[2].Series[1].Y[0]), "nothing is fair for who demands nothing")

	page := &Page{Title: "T", Facts: []Fact{{"agents", "3"}}, Sections: []Section{{Charts: []Chart{{Title: "Latency", Series: []Series{{Y: Values{1}}}}}}}, Shares: team()}
	html := written(t, page)
	for _, want := range []string{"farthest from fair", "28.333 % by weight after 1 s", "Latency", "Largest distance from fair", "Shares of the roles below", "A note."} {
		require.Contains(t, html, want)
	}
	require.Equal(t, 1, strings.Count(html, `<div class="charts">`), "they align with the others")
	require.Equal(t, html, written(t, page), "the page itself is not changed")
	require.Contains(t, written(t, &Page{Title: "T", Shares: team()}), "Largest distance")
}

func TestSharesOfManyRoles(t *testing.T) {
	s := &RoleShares{}
	for i := range 2 * mostRoles {
		s.Roles = append(s.Roles, RoleShare{Name: fmt.Sprint(i), Weight: 1, Held: Values{0}, Demand: Values{1}})
	}
	charts := s.charts(s.standings())
	require.Len(t, charts, 2, "no role is below another")
	require.Len(t, charts[1].Series, mostRoles)
	require.Equal(t, "wants more than fair", charts[1].Series[0].Group)
	require.Contains(t, s.Facts()[0].Value, "0 at the end holds 0.000 % of the cluster")
}

// Each of the twenty top-level roles of make run has a label and a stroke of its own.
func TestTopLevelRolesCanBeToldApart(t *testing.T) {
	s := &RoleShares{}
	for i := range 20 {
		s.Roles = append(s.Roles, RoleShare{Name: fmt.Sprintf("org-%02d", i), Weight: 1, Held: Values{float64(i) / 400}, Demand: Values{1}})
	}
	chart := s.charts(s.standings())[1]
	labels := map[string]bool{}
	for _, l := range chart.labels() {
		labels[l.text] = true
	}
	require.Len(t, labels, 20)
	strokes := map[string]bool{}
	d := drawing{chart: &chart, entries: chart.legend()}
	for i := range d.entries {
		strokes[d.stroke(i)] = true
	}
	require.Len(t, strokes, 20)
}

func TestSharesRefused(t *testing.T) {
	for want, spoil := range map[string]func(*RoleShares){
		"there are no roles, or no times":                       func(s *RoleShares) { s.Roles = nil },
		"2 values of x and 1 of y":                              func(s *RoleShares) { s.Roles[0].Held = Values{1} },
		"value 2 of x, 1, is not above":                         func(s *RoleShares) { s.X[1] = 1 },
		`role 2 ("web"): it has no name, or an earlier one's`:   func(s *RoleShares) { s.Roles[1].Name = "web" },
		`role 1 (""): it has no name`:                           func(s *RoleShares) { s.Roles[0].Name = "" },
		`role 3 ("batch/a"): there is no role "ops" before it`:  func(s *RoleShares) { s.Roles[2].Parent = "ops" },
		`role 3 ("batch/a"): there is no role "batch/b" before`: func(s *RoleShares) { s.Roles[2].Parent = "batch/b" },
		`role 1 ("web"): weight 0 is not above 0`:               func(s *RoleShares) { s.Roles[0].Weight = 0 },
		`weight NaN`: func(s *RoleShares) { s.Roles[0].Weight = math.NaN() },
		`role 2 ("batch"): 2 shares held and 1 demanded`: func(s *RoleShares) { s.Roles[1].Demand = Values{1} },
		`role 4 ("batch/b"): share 2 is NaN`:             func(s *RoleShares) { s.Roles[3].Held[1] = math.NaN() },
		`role 4 ("batch/b"): share 1 is -1`:              func(s *RoleShares) { s.Roles[3].Demand[0] = -1 },
		`role 1 ("web"): share 2 is 1e+301`:              func(s *RoleShares) { s.Roles[0].Demand[1] = 1e301 },
	} {
		s := team()
		spoil(s)
		page := &Page{Title: "T", Shares: s}
		require.ErrorContains(t, page.Check(), want)
	}
	_, err := Read([]byte(`{"format": "apportion report 1", "title": "T", "shares": {"roles": [{"name": "a", "weight": 1, "held": [null], "demand": [1]}]}}`))
	require.EqualError(t, err, `shares: role 1 ("a"): share 1 is NaN`)
}
