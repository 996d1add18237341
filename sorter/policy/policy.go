package policy

import (
	"strings"
	"time"
)

// Policy names the rule by which clients are ordered among their siblings, with
// its parameters: "drf", "decayed:half_life=24h", "max_min:resource=gpus". The
// empty policy is DRF. [Set] says what there is.
type Policy string

const (
	// DRF orders by weighted dominant share, as Mesos's DRFSorter.
	DRF Policy = "drf"
	// Random draws by weight without replacement, as Mesos's RandomSorter.
	Random Policy = "random"
	// Ranked orders by a rank that the host sets, and those of the same rank by
	// weighted dominant share.
	Ranked Policy = "ranked"
	// Asset orders by the weighted sum of the shares of all resources.
	Asset Policy = "asset"
	// HDRF is hierarchical dominant resource fairness (Bhattacharya, Culler, Friedman,
	// Ghodsi, Shenker, Stoica: Hierarchical Scheduling for Diverse Datacenter Workloads,
	// SoCC 2013), with weights. docs/policies.md has its formula.
	HDRF Policy = "hdrf"
)

// Decayed orders by the weighted dominant share of decayed usage. It panics unless halfLife
// is above zero.
//
// Decayed usage is an exponential mean of what a client held: while holdings stay the same,
// its distance from them halves each half-life. Clients are ordered by the mean that they
// will have one half-life from now if they keep what they hold, (mean + held) / 2. Within a
// cycle it moves half as much as shares do.
func Decayed(halfLife time.Duration) Policy {
	if halfLife <= 0 {
		panic("policy: half-life is not above zero")
	}
	return Policy("decayed:half_life=" + shortDuration(halfLife))
}

// Name returns the policy without its parameters.
func (p Policy) Name() string {
	if p == "" {
		p = DRF
	}
	name, _, _ := strings.Cut(string(p), ":")
	return name
}

// Parameter returns the value of a parameter, as it is spelt, or "" if the policy has none of that
// key.
func (p Policy) Parameter(key string) string {
	_, text, _ := strings.Cut(string(p), ":")
	for part := range strings.SplitSeq(text, ",") {
		if k, value, _ := strings.Cut(part, "="); k == key {
			return value
		}
	}
	return ""
}

// shortDuration is the text of a duration without the zeros at its end: "24h", not
// "24h0m0s".
func shortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
