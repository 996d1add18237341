package mesostest_test

import (
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

func (c *cluster) metrics() *core.Metrics {
	var m core.Metrics
	c.alloc.Metrics(&m)
	return &m
}

// roleMetrics returns what is published about a role; ok is false if nothing
// is, because the role is not in use.
func (c *cluster) roleMetrics(path string) (m core.RoleMetrics, ok bool) {
	c.t.Helper()
	id := c.role(path)
	for _, r := range c.metrics().Roles {
		if r.Role == id {
			return r, true
		}
	}
	return m, false
}

// shares are dominant shares by role.
type shares map[string]float64

// expectShares checks the dominant shares of exactly those roles that have a
// framework.
func (c *cluster) expectShares(want shares) {
	c.t.Helper()
	c.settle()
	got := shares{}
	for _, r := range c.metrics().Roles {
		if r.Frameworks > 0 {
			got[c.name(c.alloc.RoleName(r.Role))] = r.Share
		}
	}
	require.InDeltaMapValues(c.t, want, got, 1e-12)
}

// limitsText writes the limits of a role, zero ones included.
func (c *cluster) limitsText(m *core.RoleMetrics) map[string]string {
	out := map[string]string{}
	for i := range c.alloc.ResourceNames() {
		if word := i / 64; word < len(m.Limited) && m.Limited[word]>>(i%64)&1 != 0 {
			out[c.name(c.alloc.ResourceName(i))] = m.Limits.At(quantities.Name(i)).String()
		}
	}
	return out
}
