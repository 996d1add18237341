package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

// operation is one in the short form.
func operation(t testing.TB, line string) history.Op {
	op, err := history.ParseShort(strings.TrimSpace(line))
	require.NoError(t, err, line)
	return op
}

// play applies operations in the short form, a line each, to a model and gives the
// last answer as text: "nothing", or the offers and so on, a line each.
func play(t testing.TB, m *Model, script string) string {
	var answer history.Answer
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		var err error
		answer, err = m.Apply(operation(t, line))
		require.NoError(t, err, line)
	}
	return strings.TrimSpace(strings.ReplaceAll(answer.String(), "\n  ", "\n"))
}

// started is a model after some operations.
func started(t testing.TB, script string) *Model {
	m := New()
	play(t, m, script)
	return m
}

const oneOfEach = `
	initialize t domain=east:1
	framework f1 roles=web,web/a caps=MULTI_ROLE
	agent a1 cpus:8 disk(web dynamic)[id=v]<shared>:1 caps=MULTI_ROLE,HIERARCHICAL_ROLE down=1000
	framework f2 roles=db caps=MULTI_ROLE`

// refusals are operations that do not fit into oneOfEach, and why not.
var refusals = map[string]string{
	"initialize u":                             "already initialized",
	"recovery 1":                               "there are agents already",
	"framework f1 roles=web":                   `framework "f1" is there`,
	`framework "" roles=web`:                   "a framework without an id",
	"framework f3":                             "0 roles without the capability MULTI_ROLE",
	"framework f3 roles=a,b":                   "2 roles without the capability MULTI_ROLE",
	"framework f3 roles=a//b":                  "an empty component",
	"framework f3 roles=a/..":                  `a component ".."`,
	"framework f3 roles=-a":                    "begins with a dash",
	"framework f3 roles=\"a b\"":               "a blank",
	"framework f3 roles=web suppressed=db":     `role "db" is suppressed, but not subscribed to`,
	"framework f3 roles=web only={web:[]}":     `constraints for role "web" without a group`,
	"framework f3 roles=web only={web:[[]]}":   "without a condition",
	"framework f3 roles=w used=[a1 * cpus:-0]": "",
	"update-framework f3 roles=web":            `no framework "f3"`,
	"remove-framework f3":                      `no framework "f3"`,
	"activate-framework f3":                    `no framework "f3"`,
	"deactivate-framework f3":                  `no framework "f3"`,
	"request f3":                               "",
	"suppress f3":                              `no framework "f3"`,
	"suppress f1 roles=db":                     `not subscribed to role "db"`,
	"revive f1 roles=db":                       `not subscribed to role "db"`,
	"agent a1 cpus:1":                          `agent "a1" is there`,
	`agent "" cpus:1`:                          "an agent without an id",
	"agent a2 mem(* dynamic):1":                "mem: reserved for *",
	"agent a2 mem(a dynamic;a/b static):1":     "a refined reservation that is static",
	"agent a2 mem(a dynamic;ab dynamic):1":     `reservation for "ab" refines one for "a"`,
	"agent a2 mem[]:1":                         "mem: has a disk",
	"agent a2 disk[]:[1-2]":                    "a disk that is no scalar",
	"agent a2 disk<shared>:1":                  "shared, but no persistent volume",
	"agent a2 disk[RAW path]:1":                "a RAW source with a root",
	"agent a2 ports:[2-1]":                     "range 2-1 ends before it begins",
	"agent a2 ports:[1-3,3-4]":                 "ranges overlap at 3",
	"agent a2 zones:{x,y,x}":                   `item "x" twice`,
	"update-agent a2":                          `no agent "a2"`,
	"remove-agent a2":                          `no agent "a2"`,
	"activate-agent a2":                        `no agent "a2"`,
	"deactivate-agent a2":                      `no agent "a2"`,
	"provider a2":                              `no agent "a2"`,
	"unavailability a2":                        `no agent "a2"`,
	"inverse f1 a2":                            `no agent "a2"`,
	"inverse f3 a1":                            `no framework "f3"`,
	"allocate a2 web cpus:1":                   `no agent "a2"`,
	"convert f3 a1 web cpus:8":                 `no framework "f3"`,
	"convert f1 a1 web":                        "nothing was offered",
	"convert f1 a1 no cpus:8":                  `no framework in role "no"`,
	"convert f2 a1 web cpus:8":                 `no client "f2" in the sorter`,
	"convert f1 a1 web/a cpus:8":               "does not hold these resources",
	"convert f1 a1 web cpus:1 conversions=[cpus:2 -> cpus:2]":                     "what is converted was not offered",
	"convert f1 a1 web cpus:1 conversions=[cpus:1 -> cpus:0.5]":                   "the conversions change the amounts",
	"operate a1 conversions=[-> cpus:1]":                                          "change the amount of cpus",
	"operate a1 conversions=[-> ports:[1-1]]":                                     "change the ports",
	"operate a1 operations=[RESERVE cpus:1]":                                      "0 conversions, but the operations stand for 1",
	"operate a1 operations=[CREATE disk:1 disk:1] conversions=[disk:1 -> disk:1]": "1 conversions, but the operations stand for 2",
	"recover f1 a1 web cpus:1 allocated":                                          "less is allocated",
	"recover f1 a1 web cpus:9":                                                    "less is held",
	"recover f2 a1 web cpus:1":                                                    `framework "f2" does not hold these resources`,
	"recover f1 a1 web cpus:1 refuse=1e10":                                        "",
	"inverse f1 a1 refuse=1e10":                                                   "",
	"quota web/a guarantees={cpus:1}":                                             `a quota for "web/a", which is not at the top`,
	"quota . guarantees={cpus:1}":                                                 `a component "."`,
	"weights {web:0}":                                                             `a weight of 0 for role "web"`,
	"weights {web:-1}":                                                            "a weight of -1",
	"advance -1":                                                                  "cannot advance by -1 seconds",
	"advance 1e6":                                                                 "cannot advance by 1e+06 seconds",
}

func TestWhatCannotBeDoneChangesNothing(t *testing.T) {
	for line, message := range refusals {
		m := started(t, oneOfEach)
		_, err := m.Apply(operation(t, line))
		if message == "" {
			require.NoError(t, err, line)
			continue
		}
		require.ErrorContains(t, err, message, line)
		require.ErrorContains(t, err, operation(t, line).Name()+": ")
		require.Equal(t, started(t, oneOfEach).state, m.state)
	}
}

func TestWhatCannotBeDoneElsewhere(t *testing.T) {
	for _, c := range []struct{ before, line, message string }{
		{"", "pause", "not initialized"},
		{"", "initialize t interval=0", "an interval of 0 seconds"},
		{"", "initialize t interval=1e10", "1e+10 seconds are too long"},
		{"", "initialize t recovery-timeout=-1", "a recovery timeout of -1 seconds"},
		{"", "initialize t recovery-factor=-2", "a recovery factor of -2"},
		{"initialize t", "recovery -1", "-1 agents expected"},
		{"initialize t", "recovery 0 quotas=[a/b {} {}]", "not at the top"},
		{"initialize t", "agent a1 domain=east:1", "a domain, but the master has none"},
		{"initialize t\nagent a1", "update-agent a1 domain=east:1", "a domain, but the master has none"},
		{"initialize t\nagent a1", "inverse f a1", `no framework "f"`},
		{"initialize t\nagent a1\nframework f roles=r", "inverse f a1", `no maintenance is scheduled for agent "a1"`},
		{"initialize t\npause", "agent a1", "paused, but not in recovery"},
		// The agent holds for f what f's role does not know of.
		{"initialize t\nagent a1 cpus:4 used=[f r cpus:1]", "remove-agent a1", `no framework "f"`},
		{"initialize t\nagent a1 cpus:4 used=[f r cpus:1]\nframework f roles=r inactive", "recover f a1 r cpus:1", `"f" does not hold on agent "a1" what it gives back`},
	} {
		m := New()
		if c.before != "" {
			play(t, m, c.before)
		}
		_, err := m.Apply(operation(t, c.line))
		require.ErrorContains(t, err, c.message, c.line)
	}
}
