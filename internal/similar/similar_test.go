package similar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, known, want string }{
		{"web1", "web-1 web-2 db", "web-1"},
		{"wbe", "web db", "web"},
		{"WEB", "db web", "web"},
		{"marathn", "chronos marathon marathon-lb", "marathon"},
		{"maratho", "chronos marathon marathon-lb", "marathon marathon-lb"},
		{"web", "eng/web webs wet xweb", "webs wet xweb eng/web"},
		{"a", "b c a1", ""},
		{"ab", "ac cd abc xab", "abc ac xab"},
		{"", "a b", ""},
		{"zzzzzz", "web db", ""},
		{"agent-12", "agent-21 agent-13 agent-1 agent-123 agent-2 agent-3", "agent-1 agent-123 agent-13 agent-2 agent-21"},
		{"5f0c-S10", "5f0c-S1 91ab-S10 5f0c-S9", "5f0c-S1 5f0c-S9"},
	} {
		known := strings.Fields(c.known)
		var got []string
		for _, i := range Names(c.name, known) {
			got = append(got, known[i])
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.name)
	}
}

// TestSlips: between all short words, the slips are as they are without a limit.
func TestSlips(t *testing.T) {
	words := []string{""}
	for i := 0; len(words[i]) < 4; i++ {
		words = append(words, words[i]+"a", words[i]+"b", words[i]+"c")
	}
	for _, x := range words {
		for _, y := range words {
			want, got := plainSlips(x, y), slips(x, y, maxSlips)
			require.Equal(t, min(want, maxSlips+1), min(got, maxSlips+1), fmt.Sprintf("%q %q", x, y))
		}
	}
}

func plainSlips(x, y string) int {
	if x == "" || y == "" {
		return len(x) + len(y)
	}
	m, n := len(x)-1, len(y)-1
	d := min(plainSlips(x[:m], y)+1, plainSlips(x, y[:n])+1, plainSlips(x[:m], y[:n])+boolInt(x[m] != y[n]))
	if m > 0 && n > 0 && x[m] == y[n-1] && x[m-1] == y[n] {
		d = min(d, plainSlips(x[:m-1], y[:n-1])+1)
	}
	return d
}

func TestHint(t *testing.T) {
	require.Equal(t, `; did you mean "web"?`, Hint("wbe", []string{"db", "web"}))
	require.Equal(t, `; did you mean "webs" or "xweb"?`, Hint("web", []string{"xweb", "db", "webs"}))
	require.Equal(t, `; there are ["db" "web"]`, Hint("chronos", []string{"db", "web"}))
	require.Equal(t, "; there are none", Hint("web", nil))
	many := make([]string, mostListed+2)
	require.Regexp(t, `^; there are \["" .*\] and 2 more$`, Hint("web", many))
}
