package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Who holds an agent is one question.
func TestExplainAgent(t *testing.T) {
	const held = `initialize t
agent a1 cpus:8 mem:32 caps=MULTI_ROLE
framework web-1 roles=web caps=MULTI_ROLE
framework dev-1 roles=dev caps=MULTI_ROLE
allocate a1 web cpus:3
recover web-1 a1 web cpus:5 mem:32 refuse=100
advance 1
`
	out, _, err := runExplain(t, held, "--agent", "a1")
	require.NoError(t, err)
	require.Equal(t, `Agent a1 has 8 cpus and 32 mem; tasks use 3 cpus; free: nothing.

  framework  role  holds, offered or used
  dev-1      dev   5 cpus and 32 mem
  web-1      web   3 cpus

  framework  role  refuses            for another
  web-1      web   5 cpus and 32 mem  1m39s
`, out)
	out, _, err = runExplain(t, held, "--agent", "a1", "--json")
	require.NoError(t, err)
	require.JSONEq(t, `{"agent":"a1","now_ns":1000000000,"total":{"cpus":8,"mem":32},"used":{"cpus":3},"free":{},
		"holders":[{"framework":"dev-1","role":"dev","holds":{"cpus":5,"mem":32}},{"framework":"web-1","role":"web","holds":{"cpus":3}}],
		"filters":[{"framework":"web-1","role":"web","refused":{"cpus":5,"mem":32},"until_ns":100000000000}]}`, out)
	_, _, err = runExplain(t, held, "--agent", "a2")
	require.ErrorContains(t, err, `there is no agent "a2"`)
}

// More numbers than can be counted are the largest amount, and not none.
func TestExplainAgentOfAllNumbers(t *testing.T) {
	out, _, err := runExplain(t, "initialize t\nagent a1 ports:[0-18446744073709551615] ids:[0-576460752303423487]\n", "--agent", "a1")
	require.NoError(t, err)
	require.Contains(t, out, "Agent a1 has 9223372036854775.807 ports and 9223372036854775.807 ids; tasks use nothing;")
}
