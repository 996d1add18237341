package top

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// newOfferedWorld returns the world after a cycle, whose offers nobody has answered, and after the
// weight of web, which has frameworks only below it, was set too late.
func newOfferedWorld(t *testing.T) *world {
	w := newWorldWith(t, 0)
	var c alloc.Cycle
	w.Allocate(0, &c)
	require.NotEmpty(t, c.Offers)
	require.NoError(t, w.SetWeights([]alloc.RoleWeight{{Role: w.web, Weight: 3}}))
	return w
}

// What was set in vain, and who has offers that it has not answered, are in the object.
func TestJSONHasWeightsAndOffers(t *testing.T) {
	w := newOfferedWorld(t)
	text := w.document(Options{})
	var document struct {
		Roles []struct {
			Role      string
			Weight    float64
			SetWeight float64 `json:"set_weight"`
		}
		Frameworks []struct{ Unanswered map[string]float64 }
	}
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	for _, r := range document.Roles {
		require.Equal(t, 1.0, r.Weight, r.Role)
		require.Equal(t, r.Role == "web", r.SetWeight == 3, r.Role)
	}
	offered := 0.0
	for _, f := range document.Frameworks {
		offered += f.Unanswered["mem"]
	}
	require.Equal(t, 88.0*1024, offered, "all that no task uses")
}

// TestATerminalShowsWeightsAndOffers: in the lists and in explanations.
func TestATerminalShowsWeightsAndOffers(t *testing.T) {
	w := newOfferedWorld(t)
	x := newTerminal(t, 160, 40)
	ended := make(chan error, 1)
	go func() {
		ended <- Run(context.Background(), x.slave, x.slave, w.source(), Options{Name: "world", Sort: "name"})
	}()
	x.until("weight 3 was set, 1 counts")
	x.types("j\r")
	x.until("the weight that was set counts when nobody is below the role any more")
	require.Contains(t, x.last, "Of those in it that ask, ")
	x.types("\x1b")
	x.until("sorted by name")
	x.types("\tu")
	x.until("sorted by unanswered")
	x.types("\r")
	x.until("has not answered offers of ")
	require.Regexp(t, `its latest offer, answered or not, was .+ ago: +these +are at least as old`, x.last)
	x.types("qq")
	require.NoError(t, <-ended)
}
