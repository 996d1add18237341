package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Parameters are what a policy's text has after its name. If a method was asked for a value, the
// policy's text spells the value as that method does from then on.
type Parameters struct {
	keys   []string // those that the policy has, in the order in which they are spelt
	values map[string]string
}

// Text returns a parameter that must be there: an error if it is missing.
func (p Parameters) Text(key string) (string, error) {
	value, ok := p.values[key]
	if !ok {
		return "", fmt.Errorf("%s=... is missing", key)
	}
	return value, nil
}

// Duration returns a parameter that must be there and be a time above zero, as
// "90s", "1h30m" or "24h".
func (p Parameters) Duration(key string) (time.Duration, error) {
	text, err := p.Text(key)
	if err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%s=%s is no duration such as 90s or 24h", key, text)
	}
	if d <= 0 {
		return 0, fmt.Errorf("%s=%s is not above zero", key, text)
	}
	p.values[key] = shortDuration(d)
	return d, nil
}

// spell returns the policy's text.
func (p Parameters) spell(name string) Policy {
	text, separator := name, ":"
	for _, key := range p.keys {
		if value, ok := p.values[key]; ok {
			text += separator + key + "=" + value
			separator = ","
		}
	}
	return Policy(text)
}

// parseParameters reads what follows a policy's name and its colon.
func parseParameters(d *Definition, policy Policy, text string) (Parameters, error) {
	p := Parameters{keys: d.Parameters, values: map[string]string{}}
	if len(policy) == len(d.Name) {
		return p, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		switch _, twice := p.values[key]; {
		case len(d.Parameters) == 0:
			return p, errors.New("it takes none")
		case !slices.Contains(d.Parameters, key):
			return p, fmt.Errorf("%q is none of its parameters %q", key, d.Parameters)
		case !ok || value == "":
			return p, fmt.Errorf("%s has no value", key)
		case twice:
			return p, fmt.Errorf("%s is there twice", key)
		}
		p.values[key] = value
	}
	return p, nil
}
