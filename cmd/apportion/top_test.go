package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const topPage = "../../docs/view.md"

// runTop runs the command; its output is no terminal.
func runTop(arguments ...string) (string, error) {
	command := topCommand()
	command.SetIn(strings.NewReader(""))
	return output(command, arguments...)
}

// TestTopOfAScenario: the page shows what is printed.
func TestTopOfAScenario(t *testing.T) {
	out, err := runTop("--short", "../../scenarios/holding.yaml")
	require.NoError(t, err)
	page, err := os.ReadFile(topPage)
	require.NoError(t, err)
	require.Contains(t, string(page), "```console\n$ apportion top --once --short scenarios/holding.yaml\n"+strings.ReplaceAll(out, "../../", "")+"```\n")

	out, err = runTop("--short", "--json", "--find", "slow", "../../scenarios/holding.yaml")
	require.NoError(t, err)
	var document struct{ Roles, Frameworks []any }
	require.NoError(t, json.Unmarshal([]byte(out), &document))
	require.Len(t, document.Roles, 1)
	require.Len(t, document.Frameworks, 1)
}

func TestTopOfNothing(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "x.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("{"), 0o666))
	for want, arguments := range map[string][]string{
		"accepts 1 arg":                   {},
		"no such file":                    {"nothing.yaml"},
		"--seed goes with recordings and": {"--seed", "3", "http://127.0.0.1:1"},
		"--to goes with recordings":       {"--to", "3s", "../../scenarios/holding.yaml"},
		"x.yaml":                          {broken},
		"refused":                         {"http://127.0.0.1:1"},
		"no address of a page":            {"http://"},
		`there is no resource "gold"`:     {"--short", "--by", "gold", "../../scenarios/holding.yaml"},
	} {
		_, err := runTop(arguments...)
		require.ErrorContains(t, err, want)
	}
}

// TestMissingArgumentsAreNamed: who gives no argument is told which there are.
func TestMissingArgumentsAreNamed(t *testing.T) {
	command := topCommand()
	require.ErrorContains(t, withUsage(command.Args)(command, nil), "ADDRESS|RECORDING|SCENARIO is missing; usage: apportion top ADDRESS|RECORDING|SCENARIO")
	require.EqualError(t, withUsage(command.Args)(command, []string{"x", "y"}), "there are 2 arguments; usage: apportion top ADDRESS|RECORDING|SCENARIO")
	require.NoError(t, withUsage(command.Args)(command, []string{"x"}))
}
