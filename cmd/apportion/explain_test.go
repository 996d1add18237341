package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func decimal[T ~uint16](n T) string { return strconv.Itoa(int(n)) }

const explainable = `initialize t
agent a1 cpus:8 caps=MULTI_ROLE
framework web-1 roles=web,dev caps=MULTI_ROLE
recover web-1 a1 dev cpus:8 refuse=100
advance 2
recover web-1 a1 web cpus:8 refuse=3600
advance 60
`

// runExplain runs the command on a history; it returns what was printed and what was
// warned of.
func runExplain(t *testing.T, content string, arguments ...string) (string, string, error) {
	t.Helper()
	return execute(explainCommand(), append(arguments, fileOf(t, "history", content))...)
}

func TestExplainCommand(t *testing.T) {
	out, _, err := runExplain(t, explainable, "--framework", "web-1", "--role", "web", "--json")
	require.NoError(t, err)
	var one struct {
		Framework, Role, Verdict string
		Agents                   int
		Reasons                  []struct {
			Code   string
			Agents int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &one))
	require.Equal(t, "web-1 web 1 refused 1", strings.Join([]string{one.Framework, one.Role, strconv.Itoa(one.Agents), one.Reasons[0].Code, strconv.Itoa(one.Reasons[0].Agents)}, " "))
	require.Contains(t, one.Verdict, "revive")

	out, _, err = runExplain(t, explainable, "--framework", "web-1", "--json")
	require.NoError(t, err)
	var all []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(out), &all))
	require.Len(t, all, 2, "one for each role")
	out, _, err = runExplain(t, strings.Replace(explainable, "web,dev", "web", 1), "--framework", "web-1", "--json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal([]byte(out), &one), "an object, as there is one role only")

	out, _, err = runExplain(t, "initialize t\nframework idle\n", "--framework", "idle")
	require.NoError(t, err)
	require.Equal(t, "Nothing is offered to idle: it is in no role.\n", out)

	out, _, err = runExplain(t, explainable, "--role", "web")
	require.NoError(t, err)
	require.Contains(t, out, "Nothing keeps role web from 1 of 1 agent")
	out, _, err = runExplain(t, explainable, "--framework", "web-1", "--role", "web", "--agent", "a1")
	require.NoError(t, err)
	require.Contains(t, out, "Agent a1 is not offered to web-1 in role web")
}

// TestExplainAt: after a line, or at a time, also in the middle of an advance.
func TestExplainAt(t *testing.T) {
	for at, want := range map[string]string{"3": "unanswered", "4": "refused", "7": "refused", "1s": "nothing_free", "61s": "refused"} {
		out, _, err := runExplain(t, explainable, "--framework", "web-1", "--role", "dev", "--at", at, "--json")
		require.NoError(t, err)
		require.Contains(t, out, `"code": "`+want+`"`, at)
	}
	out, _, err := runExplain(t, explainable, "--framework", "web-1", "--role", "web", "--at", "31.5s", "--json")
	require.NoError(t, err)
	require.Contains(t, out, `"now_ns": 31500000000`)
	for _, begin := range []string{"initialize t", "initialize t by-hand"} {
		text := strings.Replace(explainable, "initialize t", begin, 1) + "advance 1e11\n"
		out, _, err = runExplain(t, text, "--framework", "web-1", "--role", "web", "--at", "63s", "--json")
		require.NoError(t, err)
		require.Contains(t, out, `"now_ns": 63000000000`, "an advance may be longer than a time is")
	}
}

func TestExplainOfWhatIsNotThere(t *testing.T) {
	for _, c := range []struct{ arguments, want string }{
		{"--framework web1", `history: line 9: there is no framework "web1"; did you mean "web-1"?`},
		{"--framework zzzzzz", `there is no framework "zzzzzz"; there are ["web-1"]`},
		{"--framework web-1 --role wbe", `there is no role "wbe"; did you mean "web"?`},
		{"--framework web-1 --role web --agent A1", `there is no agent "A1"; did you mean "a1"?`},
		{"--framework web-1 --role web --agent a2", `there is no agent "a2"; did you mean "a1"?`},
		{"--framework web-1 --at 99", "line 99: there is no operation"},
		{"--framework web-1 --at soon", "neither a line nor a time"},
		{"--framework web-1 --trace u", `there is no trace "u"`},
		{"--role web --agent a1", "say about whom: --framework F"},
	} {
		_, _, err := runExplain(t, explainable+"agent a2 cpus:1\nremove-agent a2\n", strings.Fields(c.arguments)...)
		require.ErrorContains(t, err, c.want)
	}
	_, _, err := runExplain(t, explainable+"initialize u\n", "--framework", "web-1")
	require.ErrorContains(t, err, "has the traces t, u")
	_, _, err = runExplain(t, "agent a1\n", "--framework", "web-1")
	require.ErrorContains(t, err, "line 1")
	_, warnings, err := runExplain(t, explainable+"remove-agent a9\n", "--framework", "web-1")
	require.NoError(t, err)
	require.Contains(t, warnings, "line 8 was refused")
}
