package policy

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ofPackage are no others than this package's.
var ofPackage *Set

// Each policy has one spelling, which is what is returned.
func TestParse(t *testing.T) {
	for text, want := range map[string]Policy{
		"":                       DRF,
		"drf":                    DRF,
		"random":                 Random,
		"ranked":                 Ranked,
		"asset":                  Asset,
		"max_min:resource=gpus":  MaxMin("gpus"),
		"max_min:resource=a=b":   MaxMin("a=b"),
		"decayed:half_life=90m":  "decayed:half_life=1h30m",
		"decayed:half_life=24h":  Decayed(24 * time.Hour),
		"decayed:half_life=1.5s": "decayed:half_life=1.5s",
		"decayed:half_life=60s":  "decayed:half_life=1m",
	} {
		parsed, err := ofPackage.Parse(Policy(text))
		require.NoError(t, err, text)
		require.Equal(t, want, parsed)
	}
	require.Equal(t, []string{"drf", "random", "hdrf", "ranked", "decayed", "max_min", "asset"}, ofPackage.Names())
	require.Equal(t, "max_min", MaxMin("gpus").Name())
	require.Equal(t, "drf", Policy("").Name())
	require.Equal(t, "gpus", MaxMin("gpus").Parameter("resource"))
	require.Equal(t, "", MaxMin("gpus").Parameter("name"))
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"fifo":                          `no such policy: "fifo" is none of ["drf" "random" "hdrf" "ranked" "decayed" "max_min" "asset"]`,
		"DRF":                           `no such policy: "DRF" is none of`,
		"drf ":                          `no such policy: "drf " is none of`,
		"decayed":                       "half_life=... is missing",
		"decayed:half_life=0":           "half_life=0 is not above zero",
		"decayed:half_life=0s":          "half_life=0s is not above zero",
		"decayed:half_life=-1h":         "half_life=-1h is not above zero",
		"decayed:half_life=day":         "half_life=day is no duration such as 90s or 24h",
		"drf:":                          `policy has a bad parameter: "drf:": it takes none`,
		"max_min":                       `policy has a bad parameter: "max_min": resource=... is missing`,
		"max_min:":                      `policy has a bad parameter: "max_min:": "" is none of its parameters ["resource"]`,
		"max_min:resource":              `policy has a bad parameter: "max_min:resource": resource has no value`,
		"max_min:resource=":             `policy has a bad parameter: "max_min:resource=": resource has no value`,
		"max_min:name=gpus":             `policy has a bad parameter: "max_min:name=gpus": "name" is none of its parameters ["resource"]`,
		"max_min:resource=a,resource=b": `policy has a bad parameter: "max_min:resource=a,resource=b": resource is there twice`,
	} {
		parsed, err := ofPackage.Parse(Policy(text))
		require.ErrorContains(t, err, want)
		require.Empty(t, parsed)
	}
}

// byPicks is an ordering of one's own.
type byPicks struct{}

func (byPicks) Key(u Usage) (first, second float64) { return u.Picks(), 0 }

func TestPoliciesOfOnesOwn(t *testing.T) {
	build := func(p Parameters) (Ordering, error) {
		_, err := p.Text("of")
		return byPicks{}, err
	}
	own := Definition{"by_picks", []string{"of"}, build}
	set, err := NewSet(own)
	require.NoError(t, err)
	require.Equal(t, "by_picks", set.Names()[7])
	spelt, o, err := set.Ordering("by_picks:of=all")
	require.NoError(t, err)
	require.NotNil(t, o)
	require.Equal(t, Policy("by_picks:of=all"), spelt)
	_, err = set.Parse("by_picks")
	require.ErrorContains(t, err, "of=... is missing")
	_, err = ofPackage.Parse("by_picks:of=all")
	require.ErrorIs(t, err, ErrUnknown)

	for _, d := range []Definition{{"drf", nil, build}, own, {"", nil, build}, {"Never", nil, build}, {"a b", nil, build},
		{"a:b", nil, build}, {"other", []string{"a=b"}, build}, {"other", nil, nil}} {
		_, err := NewSet(own, d)
		require.Error(t, err, d.Name)
	}
}

// What makes no ordering, or panics, refuses the policy.
func TestPoliciesThatAreNotMade(t *testing.T) {
	set, err := NewSet(
		Definition{Name: "unmade", Make: func(Parameters) (Ordering, error) { return nil, nil }},
		Definition{Name: "unmakeable", Make: func(Parameters) (Ordering, error) { panic("no") }})
	require.NoError(t, err)
	_, err = set.Parse("unmade")
	require.EqualError(t, err, `policy has a bad parameter: "unmade": what makes it makes no ordering`)
	_, err = set.Parse("unmakeable")
	require.ErrorContains(t, err, "what makes it panics at set_test.go:")
}
