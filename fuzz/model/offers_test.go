package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGuaranteesComeFirst(t *testing.T) {
	m := started(t, `
		initialize t
		quota q guarantees={cpus:3} limits={mem:1}
		framework f1 roles=a caps=MULTI_ROLE
		framework f2 roles=q caps=MULTI_ROLE`)
	require.Equal(t, "offer f1 a x [mem:3]\noffer f2 q x [cpus:3 cpus(q dynamic):1 mem:1 ports:[1-9]]",
		play(t, m, "agent x cpus:3 mem:4 ports:[1-9] cpus(q dynamic):1 caps=MULTI_ROLE"))
	require.Equal(t, "offer f1 a y [mem:8]", play(t, m, "agent y mem:8 caps=MULTI_ROLE"), "q is at its limit")
}

func TestHeadroomStaysForGuarantees(t *testing.T) {
	m := started(t, `
		initialize t
		quota q guarantees={cpus:3}
		framework f roles=a caps=MULTI_ROLE,REVOCABLE_RESOURCES`)
	require.Equal(t, "offer f a x [cpus:5 cpus{rev}:2]", play(t, m, "agent x cpus:8 cpus{rev}:2 caps=MULTI_ROLE"))
	require.Equal(t, "offer f a y [cpus:1]", play(t, m, "agent y cpus:1 caps=MULTI_ROLE"), "3 are free on x")
	play(t, m, "recover f a none cpus:1")
	require.Equal(t, "offer f a x [cpus:3]", play(t, m, "quota q\nadvance 1"))
}

func TestLimitsDontReachTheRolesBelow(t *testing.T) {
	m := started(t, `
		initialize t
		quota a limits={cpus:1}
		framework f1 roles=a caps=MULTI_ROLE
		framework f2 roles=a/b caps=MULTI_ROLE`)
	require.Equal(t, "offer f1 a x [cpus:1]\noffer f2 a/b x [cpus:7]",
		play(t, m, "agent x cpus:8 caps=MULTI_ROLE,HIERARCHICAL_ROLE"))
	require.Equal(t, nothing, play(t, m, "recover f1 x a cpus:1\nsuppress f2\nadvance 1"),
		"but what they hold counts in the next cycle")
}

func TestEveryFrameworkIsOfferedASharedVolume(t *testing.T) {
	m := started(t, `
		initialize t
		framework f1 roles=r caps=MULTI_ROLE,SHARED_RESOURCES
		framework f2 roles=r caps=MULTI_ROLE,SHARED_RESOURCES
		framework f3 roles=r caps=MULTI_ROLE`)
	const both = "offer f1 r x [disk(r dynamic)[id=v]<shared>:1]\noffer f2 r x [disk(r dynamic)[id=v]<shared>:1]"
	require.Equal(t, both, play(t, m, "agent x disk(r dynamic)[id=v]<shared>:1 caps=MULTI_ROLE"))
	require.Equal(t, both, play(t, m, "advance 1"), "again in each allocation")
	require.Equal(t, strings.Replace(both, "\n", "\noffer f1 r x [disk(r dynamic)[id=v]<shared>:1]\n", 1)+
		"\noffer f2 r x [disk(r dynamic)[id=v]<shared>:1]", play(t, m, "advance 2"), "an offer from each allocation")
	require.Equal(t, 4, m.state.agents["x"].held["f1"][0].copies)

	// What both stages give to one framework makes one offer, with one copy.
	m = started(t, `
		initialize t
		quota r guarantees={cpus:1} limits={mem:0}
		framework f1 roles=r caps=MULTI_ROLE,SHARED_RESOURCES`)
	require.Equal(t, "offer f1 r x [cpus:1 disk(r dynamic)[id=v]<shared>:1]",
		play(t, m, "agent x cpus:1 disk(r dynamic)[id=v]<shared>:1 caps=MULTI_ROLE"))
	require.Equal(t, 2, m.state.agents["x"].held["f1"].filter(piece.shared)[0].copies)
}

func TestCapabilitiesAreAskedFor(t *testing.T) {
	const all = "MULTI_ROLE,HIERARCHICAL_ROLE"
	for _, c := range []struct{ framework, agent, offer string }{
		{"roles=r", "cpus:1", "[cpus:1]"},
		{"roles=r", "cpus:1 gpus:1 caps=" + all, nothing},
		{"roles=r caps=MULTI_ROLE,GPU_RESOURCES", "cpus:1 gpus:1 caps=" + all, "[cpus:1 gpus:1]"},
		{"roles=r caps=MULTI_ROLE", "cpus:1", nothing},
		{"roles=r/s", "cpus:1", nothing},
		{"roles=r/s", "cpus:1 caps=" + all, "[cpus:1]"},
		{"roles=r", "cpus:1 cpus{rev}:1", "[cpus:1]"},
		{"roles=r caps=REVOCABLE_RESOURCES", "cpus{rev}:1", "[cpus{rev}:1]"},
		{"roles=r", "disk(r dynamic)[id=v]<shared>:1", nothing},
		{"roles=r caps=SHARED_RESOURCES", "disk(r dynamic)[id=v]<shared>:1", "[disk(r dynamic)[id=v]<shared>:1]"},
		{"roles=r/s", "cpus(r dynamic;r/s dynamic):1 caps=" + all, nothing},
		{"roles=r/s caps=RESERVATION_REFINEMENT", "cpus(r dynamic;r/s dynamic):1 caps=" + all, "[cpus(r dynamic;r/s dynamic):1]"},
		{"roles=r/s", "cpus(r dynamic):1 caps=" + all, "[cpus(r dynamic):1]"},
		{"roles=r", "cpus(r/s dynamic):1 caps=" + all, nothing},
		{"roles=r", "cpus:1 domain=east:2", "[cpus:1]"},
		{"roles=r", "cpus:1 domain=west:1", nothing},
		{"roles=r caps=REGION_AWARE", "cpus:1 domain=west:1", "[cpus:1]"},
		{"roles=r filters={r:[{cpus:2},{mem:1}]}", "cpus:1.5", nothing},
		{"roles=r filters={r:[{cpus:2},{mem:1}]}", "mem:1", "[mem:1]"},
		{"roles=r filters={r:[]}", "mem:0.1", "[mem:0.1]"},
		{"roles=r", "mem:0.1", nothing},
		{"roles=r only={r:[[a=1,!b],[a]]}", "cpus:1", nothing},
		{"roles=r only={r:[[a=1,!b],[a!=1,b]]}", "cpus:1 attrs={a=1}", "[cpus:1]"},
		{"roles=r only={r:[[a=1,!b],[a!=1,b]]}", "cpus:1 attrs={a=1,b=1}", nothing},
		{"roles=r only={r:[[a=1,!b],[a!=1,b]]}", "cpus:1 attrs={b=1}", "[cpus:1]"},
		{"roles=r only={s:[[a=1]]}", "cpus:1", "[cpus:1]"},
		{"roles=r suppressed=r", "cpus:1", nothing},
		{"roles=r inactive", "cpus:1", nothing},
	} {
		m := started(t, "initialize t domain=east:1 min=[{cpus:1},{mem:1},{disk:1}]\nframework f "+c.framework)
		answer := play(t, m, "agent x "+c.agent)
		if i := strings.IndexByte(answer, '['); i >= 0 {
			answer = answer[i:]
		}
		require.Equal(t, c.offer, answer, "%s, %s", c.framework, c.agent)
	}
	m := started(t, "initialize t gpu-filter=false\nframework f roles=r")
	require.Equal(t, "offer f r x [gpus:1]", play(t, m, "agent x gpus:1"))
}

func TestWhitelistAndActivation(t *testing.T) {
	m := started(t, "initialize t\nframework f roles=r\nwhitelist hosts=")
	require.Equal(t, nothing, play(t, m, "agent x cpus:1 host=h"))
	require.Equal(t, "offer f r x [cpus:1]", play(t, m, "whitelist hosts=h\nadvance 1"))
	require.Equal(t, nothing, play(t, m, "recover f x r cpus:1\nwhitelist hosts=k\nadvance 1"))
	require.Equal(t, nothing, play(t, m, "whitelist\ndeactivate-agent x\nadvance 1"))
	require.Equal(t, "offer f r x [cpus:1]", play(t, m, "activate-agent x\nadvance 1"))
}
