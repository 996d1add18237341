package history

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// offered is an answer with one offer of resources in the short form.
func offered(t testing.TB, words string) Answer {
	return Answer{Offers: []Offer{{"f", "r", "a", parsed(t, words)}}}
}

func TestCompareTakesBags(t *testing.T) {
	for expected, got := range map[string]string{
		"cpus:3 mem:1":                  "mem:1 cpus:1 cpus:2",
		"cpus:1":                        "cpus:1 mem:0 ports:[] zones:{}",
		"ports:[1-4,7-7]":               "ports:[7-7] ports:[3-4,1-2]",
		"zones:{a,b}":                   "zones:{b} zones:{a}",
		"disk[id=v at=x:RW]<shared>:64": "disk[id=v by=ops]<shared>:64",
		"disk[MOUNT]:1 disk[MOUNT]:2":   "disk[MOUNT]:2 disk[MOUNT]:1",
		"disk[id=v]<shared>:1 disk[id=v]<shared>:1": "disk[id=v]<shared>:1 disk[id=v]<shared>:1",
	} {
		require.NoError(t, Compare(offered(t, expected), offered(t, got)))
	}
	for expected, got := range map[string]string{
		"cpus:3":               "cpus:2",
		"cpus:1":               "cpus{rev}:1",
		"ports:[1-3]":          "ports:[1-2]",
		"zones:{a}":            "zones:{b}",
		"disk[MOUNT]:3":        "disk[MOUNT]:1 disk[MOUNT]:2",
		"disk[id=v]<shared>:1": "disk[id=v]<shared>:1 disk[id=v]<shared>:1",
		"cpus:2":               "cpus:1 mem:1",
	} {
		err := Compare(offered(t, expected), offered(t, got))
		require.ErrorIs(t, err, ErrDifferent)
		require.ErrorContains(t, err, "offer f r a: expected ["+expected+"], got ["+got+"]")
	}
}

func TestCompareTellsTheFirstDifference(t *testing.T) {
	yes, no := true, false
	one := Offer{"f", "r", "a", parsed(t, "cpus:1")}
	two := Offer{"f", "r", "b", parsed(t, "cpus:1")}
	more := Offer{"f", "r", "a", parsed(t, "cpus:2")}
	inverse := InverseOffer{"f", "a", 1000}
	status := func(m map[string]string) []AgentStatuses { return []AgentStatuses{{"a", m}} }
	for _, c := range []struct {
		expected, got Answer
		message       string
	}{
		{Answer{}, Answer{Offers: []Offer{}}, ""},
		{Answer{Offers: []Offer{one, two}}, Answer{Offers: []Offer{two, one}}, ""},
		{Answer{Offers: []Offer{one, more}}, Answer{Offers: []Offer{more, one}}, ""},
		{Answer{Offers: []Offer{one, two}}, Answer{Offers: []Offer{one}}, "offer f r b: expected, but missing"},
		{Answer{Offers: []Offer{two}}, Answer{Offers: []Offer{one, two}}, "offer f r a: not expected"},
		{Answer{Offers: []Offer{one, one}}, Answer{Offers: []Offer{one}}, "offer f r a: expected, but missing"},
		{Answer{Offers: []Offer{one, one}}, Answer{Offers: []Offer{one, more}}, "offer f r a: expected [cpus:1], got [cpus:2]"},
		{Answer{InverseOffers: []InverseOffer{inverse}}, Answer{}, "inverse offer f a 1000: expected, but missing"},
		{Answer{InverseOffers: []InverseOffer{inverse}}, Answer{InverseOffers: []InverseOffer{{"f", "a", 1001}}}, "inverse offer f a 1000"},
		{Answer{OK: &yes}, Answer{}, "ok: expected, but missing"},
		{Answer{}, Answer{OK: &no}, "ok: not expected"},
		{Answer{OK: &yes}, Answer{OK: &no}, "ok: expected true, got false"},
		{Answer{Statuses: status(nil)}, Answer{}, "statuses of a: expected, but missing"},
		{Answer{Statuses: status(map[string]string{"f": Accept})}, Answer{Statuses: status(map[string]string{"f": Accept})}, ""},
		{Answer{Statuses: status(map[string]string{"f": Accept})}, Answer{Statuses: status(map[string]string{"f": Decline})}, "statuses of a: expected f ACCEPT, got f DECLINE"},
		{Answer{Statuses: status(nil)}, Answer{Statuses: status(map[string]string{"f": Decline})}, "statuses of a: expected nothing, got f DECLINE"},
	} {
		err := Compare(c.expected, c.got)
		if c.message == "" {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, ErrDifferent)
			require.ErrorContains(t, err, c.message)
		}
	}
}
