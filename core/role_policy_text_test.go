package core_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

func TestSettingsOfPolicies(t *testing.T) {
	list, err := alloc.ParseRolePolicies("framework_policy./eng/web=ranked", "role_policy=hdrf",
		"policy./batch=decayed:half_life=24h", "policy=asset", "policy./gpu=max_min:resource=gpus")
	require.NoError(t, err)
	require.Equal(t, []alloc.RolePolicy{
		{Role: "eng/web", Scope: alloc.ScopeFrameworks, Policy: alloc.Ranked},
		{Policy: alloc.Asset},
		{Scope: alloc.ScopeRoles, Policy: alloc.HDRF},
		{Role: "batch", Policy: "decayed:half_life=24h"},
		{Role: "gpu", Policy: alloc.MaxMin("gpus")},
	}, list)
	for _, p := range list {
		require.Equal(t, []alloc.RolePolicy{p}, must(alloc.ParseRolePolicies(p.String())))
	}
	one := newHost(t, alloc.Options{RoleSorter: alloc.Random, RolePolicies: list})
	other := newHost(t, alloc.Options{RoleSorter: alloc.HDRF, FrameworkSorter: alloc.Asset})
	require.NoError(t, other.SetPolicy(other.role("eng/web"), alloc.ScopeFrameworks, alloc.Ranked))
	require.NoError(t, other.SetPolicy(other.role("batch"), alloc.ScopeAll, "decayed:half_life=24h"))
	require.NoError(t, other.SetPolicy(other.role("gpu"), alloc.ScopeAll, alloc.MaxMin("gpus")))
	require.Equal(t, other.Digest(), one.Digest())
	require.NoError(t, one.Validate())
}

func TestMisspeltSettingsOfPolicies(t *testing.T) {
	for text, want := range map[string]string{
		"":                   `setting "": "" is none of ["policy" "role_policy" "framework_policy"]`,
		"hdrf":               `"hdrf" is none of ["policy"`,
		"police./batch=hdrf": `"police" is none of ["policy"`,
		"policy.batch=hdrf":  `"policy.batch" is none of`,
		"policy/batch=hdrf":  `"policy/batch" is none of`,
		"policy":             `it names no policy`,
		"policy./batch=":     `setting "policy./batch=": it names no policy`,
		"policy./=hdrf":      `the name is empty`,
		"policy./a//b=hdrf":  `role "a//b": has two adjacent slashes`,
	} {
		_, err := alloc.ParseRolePolicies("policy./good=drf", text)
		require.ErrorContains(t, err, want, text)
	}
	for text, want := range map[string]string{
		"policy./batch=hdfr":      `options: policy of role "batch": no such policy: "hdfr" is none of ["drf" "random" "hdrf" "ranked" "decayed" "max_min" "asset"`,
		"policy=decayed":          `options: policy of all roles: policy has a bad parameter: "decayed": half_life=... is missing`,
		"policy=max_min:of=gpus":  `"of" is none of its parameters ["resource"]`,
		"role_policy=hdrf:":       `policy has a bad parameter`,
		"framework_policy= asset": `no such policy: " asset"`,
	} {
		_, err := core.New(alloc.Options{RolePolicies: must(alloc.ParseRolePolicies(text))})
		require.ErrorIs(t, err, alloc.ErrInvalid)
		require.ErrorContains(t, err, want, text)
	}
	for _, name := range []string{"policy./", "policy./a//b"} {
		_, err := alloc.ParseRolePolicies(name + "=drf")
		require.ErrorIs(t, err, alloc.ErrName)
	}
	_, err := alloc.ParseRolePolicies("policy./a=drf", "role_policy./a=drf", "policy./a=hdrf")
	require.ErrorIs(t, err, alloc.ErrInvalid)
	require.ErrorContains(t, err, `setting "policy./a=hdrf": it is there already, with "drf"`)
}

// The policy of a role that nobody has declared waits for it, in a snapshot, too. Once
// it is taken back, nothing keeps the role, of which the host holds no number.
func TestPolicyWaitsForItsRole(t *testing.T) {
	list := must(alloc.ParseRolePolicies("policy./gpu/sub=max_min:resource=gpus"))
	h := newHost(t, alloc.Options{RolePolicies: list})
	for id := range alloc.RoleID(4) {
		require.ErrorIs(t, h.ReleaseRoles(id), alloc.ErrUnknownRole, "the host holds no number")
	}
	var snapshot bytes.Buffer
	require.NoError(t, h.Snapshot(&snapshot))
	restored := must(core.Restore(&snapshot))
	require.Equal(t, h.Digest(), restored.Digest())
	require.Equal(t, h.Configuration().RolePolicies, restored.Configuration().RolePolicies)
	require.NotEqual(t, newHost(t, alloc.Options{}).Digest(), h.Digest())

	h.framework("g1", "gpu/sub")
	h.framework("g2", "gpu/sub")
	require.Equal(t, []string{"g1"}, h.served(1, 1, 1))
	require.Equal(t, []string{"g2"}, h.served(1, 100, 1))
	require.Equal(t, []string{"g1", "g2"}, h.served(2, 1, 1), "the CPUs of g2 say nothing")

	role := must(restored.InternRole("gpu/sub"))
	require.NoError(t, restored.ReleaseRoles(role))
	require.Equal(t, "gpu/sub", must(restored.RoleName(role)), "the policy keeps it")
	require.NoError(t, restored.SetPolicy(role, alloc.ScopeAll, ""))
	_, err := restored.RoleName(role)
	require.ErrorIs(t, err, alloc.ErrUnknownRole)
	require.ErrorIs(t, restored.SetPolicy(role, alloc.ScopeAll, alloc.HDRF), alloc.ErrUnknownRole)
}
