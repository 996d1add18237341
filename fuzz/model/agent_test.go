package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnUpdateOfAnAgentThatChangesSomething(t *testing.T) {
	const before = `
		initialize t domain=east:1
		framework f roles=r caps=MULTI_ROLE
		agent x cpus:4 host=h caps=MULTI_ROLE attrs={a=1} domain=east:1
		recover f x r cpus:4`
	const offer = "offer f r x [cpus:4]"
	for update, answer := range map[string]string{
		"host=h domain=east:1 attrs={a=1}":                                nothing,
		"host=h domain=east:1 attrs={a=1} total=[cpus:4]":                 nothing,
		"host=h domain=east:1 attrs={a=1} caps=MULTI_ROLE":                nothing,
		"host=k domain=east:1 attrs={a=1}":                                offer,
		"host=h attrs={a=1}":                                              offer,
		"host=h domain=east:1":                                            offer,
		"host=h domain=east:1 attrs={a=1} total=[cpus:3]":                 "offer f r x [cpus:3]",
		"host=h domain=east:1 attrs={a=1} caps=MULTI_ROLE,AGENT_DRAINING": offer,
		"host=h domain=east:1 attrs={a=1} total=[]":                       nothing,
	} {
		require.Equal(t, answer, play(t, started(t, before), "update-agent x "+update), update)
	}
	m := started(t, before)
	require.Equal(t, nothing, play(t, m, "advance 1\nrecover f x r cpus:4 refuse=100\nupdate-agent x host=k domain=east:1 attrs={a=1}"))
	require.Equal(t, offer, play(t, m, "update-agent x host=k domain=east:1"), "new attributes lift what was refused")
}

func TestMoreCanBeHeldThanThereIs(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent x cpus:4 mem:1 caps=MULTI_ROLE
		update-agent x total=[cpus:3 mem:2]`)
	require.Equal(t, "mem:1", words(m.state.agents["x"].held["f"].minus(some(t, "cpus:4 mem:1", "r"))), "offered at once")
	require.Equal(t, nothing, play(t, m, "recover f x r cpus:1\nadvance 1"))
	require.Equal(t, "offer f r x [cpus:1]", play(t, m, "recover f x r cpus:1\nadvance 1"))
}

func TestAResourceProviderComes(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent x cpus:1 caps=MULTI_ROLE
		provider x disk<provider=p>:9 used=[f r disk<provider=p>:2; g r disk<provider=p>:3]`)
	require.Equal(t, "offer f r x [disk<provider=p>:7]", play(t, m, "advance 1"), "g is not there and not waited for")
	_, err := m.Apply(operation(t, "recover f x r disk<provider=p>:2 allocated"))
	require.ErrorContains(t, err, "less is allocated")
	play(t, m, "recover f x r disk<provider=p>:2")
}

func TestConversionsOfWhatWasOffered(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE,SHARED_RESOURCES
		agent x cpus:4 disk:8 caps=MULTI_ROLE
		convert f x r cpus:4 disk:8 conversions=[cpus:1 -> cpus(r dynamic):1; disk:2 -> disk[id=v]<shared>:2; -> disk[id=v]<shared>:2]`)
	a := m.state.agents["x"]
	require.Equal(t, "cpus:3 disk:6 cpus(r dynamic):1 disk[id=v]<shared>:2", words(a.total))
	require.Equal(t, 2, a.held["f"].filter(piece.shared)[0].copies)
	require.Equal(t, 1, a.total.filter(piece.shared)[0].copies, "a further use is nothing of the agent's")
	require.Equal(t, quantities{"cpus": 1000}, m.state.reservations("r"))
	require.Equal(t, quantities{"cpus": 4000, "disk": 8000}, m.state.roleSorter.root.totals)

	play(t, m, "convert f x r disk:6 conversions=[disk:1 ->]")
	require.Equal(t, quantities{"cpus": 4000, "disk": 7000}, m.state.total)
}

func TestConversionsOfWhatIsFree(t *testing.T) {
	m := started(t, `
		initialize t
		agent x cpus:4 disk[id=v]<shared>:1 caps=MULTI_ROLE`)
	const reserve = "operate x operations=[RESERVE cpus(r dynamic):3] conversions=[cpus:3 -> cpus(r dynamic):3]"
	require.Equal(t, "ok true", play(t, m, reserve))
	require.Equal(t, "ok false", play(t, m, reserve))
	require.Equal(t, quantities{"cpus": 3000}, m.state.reservations("r"))
	const destroy = "operate x operations=[DESTROY disk[id=v]<shared>:1] conversions=[disk[id=v]<shared>:1 -> disk:1]"
	require.Equal(t, "ok true", play(t, m, destroy))
	require.Equal(t, "ok false", play(t, m, destroy))
}
