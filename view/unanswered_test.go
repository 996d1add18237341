package view

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestUnansweredOffersAreDated: the explanation of a framework says what is in offers that it has not
// answered, and how old they are at least.
func TestUnansweredOffersAreDated(t *testing.T) {
	x := newTab(t)
	s := newScene(t, 10)
	s.now = alloc.Time(time.Minute)
	s.a.Advance(s.now)
	var cycle alloc.Cycle
	s.a.Allocate(s.now, &cycle)
	require.NotEmpty(t, cycle.Offers)
	name := must(s.a.FrameworkName(cycle.Offers[0].Framework))
	s.now = s.now.Add(30 * time.Second)
	s.a.Advance(s.now)
	s.look()
	x.serve(s)
	eval[bool](x, fmt.Sprintf("(location.hash = '#framework=' + encodeURIComponent(%q), true)", name))
	x.until(`document.querySelector("#panel .verdict")`)
	require.Regexp(t, `It has not answered offers of .+ on \d+ agents?\. Its latest offer, answered or not, was 30 s ago: these are at least as old\.`, x.text("#panel-body"))
	x.fine()
}
