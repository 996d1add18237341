package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSuppressAndRevive(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r,s caps=MULTI_ROLE suppressed=r
		agent x cpus:1 caps=MULTI_ROLE`)
	require.Equal(t, "offer f s x [cpus:1]", play(t, m, "recover f x s cpus:1\nadvance 1"))
	require.Equal(t, nothing, play(t, m, "recover f x s cpus:1\nsuppress f\nadvance 1"))
	require.Equal(t, "offer f r x [cpus:1]", play(t, m, "revive f roles=r"))
	require.Equal(t, nothing, play(t, m, "recover f x r cpus:1 refuse=100\nadvance 1"))
	require.Equal(t, nothing, play(t, m, "deactivate-framework f\nadvance 1"))
	require.Equal(t, "offer f r x [cpus:1]", play(t, m, "activate-framework f"), "it forgot what it refused, but not what it suppresses")
}

func TestAnUpdateChangesRoles(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r,s caps=MULTI_ROLE
		agent x cpus:1 mem:1 caps=MULTI_ROLE`)
	play(t, m, "recover f x r cpus:1\nupdate-framework f roles=s caps=MULTI_ROLE")
	require.True(t, m.state.tracks("f", "r"), "it still holds memory there")
	require.Equal(t, "offer f s x [cpus:1]", play(t, m, "advance 1"))
	play(t, m, "recover f x r mem:1 refuse=100")
	require.False(t, m.state.tracks("f", "r"))
	require.NotContains(t, m.state.sorters, "r")
	require.Equal(t, "offer f s x [mem:1]", play(t, m, "advance 1"), "the refusal is of the role that it left")

	play(t, m, "recover f x s cpus:1 mem:1 refuse=100\nupdate-framework f roles=s,t suppressed=t caps=MULTI_ROLE")
	require.Equal(t, nothing, play(t, m, "advance 1"))
	play(t, m, "update-framework f roles=s,t suppressed=s caps=MULTI_ROLE")
	require.Equal(t, "offer f t x [cpus:1 mem:1]", play(t, m, "advance 1"))
}

func TestAFrameworkThatIsNotActiveCanBeRevived(t *testing.T) {
	m := started(t, `
		initialize t
		quota q guarantees={cpus:1}
		framework f roles=q,r caps=MULTI_ROLE inactive
		agent x cpus:3 caps=MULTI_ROLE down=1000`)
	require.Equal(t, "offer f r x [cpus:2]", play(t, m, "revive f roles=r"), "and gets no inverse offers")
	require.Equal(t, "offer f q x [cpus:1]", play(t, m, "revive f roles=q"))
}

func TestWhatAFrameworkHoldsWithoutBeingInTheRole(t *testing.T) {
	m := started(t, `
		initialize t
		agent x cpus:4 caps=MULTI_ROLE used=[f r cpus:1]
		framework f roles=s caps=MULTI_ROLE suppressed=s
		framework g roles=r caps=MULTI_ROLE`)
	require.Equal(t, "offer g r x [cpus:1]", play(t, m, "recover f x r cpus:1\nadvance 1"))
}

func TestFrameworksAreRemovedAndCome(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent x cpus:4 caps=MULTI_ROLE used=[g s cpus:1]
		recover f x r cpus:2`)
	require.Equal(t, "offer f r x [cpus:2]", play(t, m, "framework g roles=r caps=MULTI_ROLE inactive used=[x s cpus:1; y s cpus:1]\nadvance 1"))
	require.True(t, m.state.tracks("g", "s"), "it holds something there")
	require.Equal(t, quantities{"cpus": 4000}, m.state.roleSorter.root.totals)
	require.Equal(t, nothing, play(t, m, "recover g x s cpus:1 allocated"))
	require.False(t, m.state.tracks("g", "s"))
	require.Equal(t, "offer g r x [cpus:4]", play(t, m, "remove-framework f\nactivate-framework g"))
	require.Equal(t, nothing, play(t, m, "recover f x r cpus:1 refuse=5"), "what is gone gives nothing back")
	require.Equal(t, nothing, play(t, m, "remove-agent x"))
	require.Empty(t, m.state.frameworks["g"].refusals)
	require.Empty(t, m.state.roleSorter.root.totals)
	require.Equal(t, nothing, play(t, m, "recover g x r cpus:1"))
}
