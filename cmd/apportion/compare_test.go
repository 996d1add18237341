package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const pair = `title: pair
duration: 5m
short: 1m
seeds: [7, 8]
machines: {count: 4, has: {cpus: 4, mem: 8GB}}
roles: [{name: web}, {name: batch}]
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, backlog: true, duration: {exponential: 10s}}}
  - {name: batch, tasks: {size: {cpus: 1}, backlog: true, duration: {exponential: 10s}}}
`

func pairFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pair.yaml")
	require.NoError(t, os.WriteFile(file, []byte(pair), 0o666))
	return file
}

// A folder for pages that may not be written is refused before anything is simulated.
func TestAFolderThatMayNotBeWritten(t *testing.T) {
	folder := t.TempDir()
	if os.Getuid() > 0 {
		require.NoError(t, os.Chmod(folder, 0o500))
		defer func() { require.NoError(t, os.Chmod(folder, 0o700)) }()
	} else if err := unix.Mount("tmpfs", folder, "tmpfs", unix.MS_RDONLY, ""); err != nil {
		t.Skip("root may write anything, and no file system can be mounted here: ", err)
	} else {
		defer func() { require.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) }()
	}
	file, dir, none := pairFile(t), recorded(t), filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		command   *cobra.Command
		arguments []string
	}{
		{simulateCommand(), []string{file}}, {compareCommand(), []string{file, "--vary", "policy=drf,random"}},
		{whatifCommand(), []string{dir, "--for", "1m", "--weight", "web=2"}},
	} {
		out, warnings, err := execute(c.command, append(c.arguments, "--quiet", "--out", folder)...)
		require.ErrorContains(t, err, "--out "+folder+": ")
		require.Empty(t, out+warnings)
	}
	_, err := output(compareCommand(), file, "--out", none)
	require.ErrorContains(t, err, "--vary says what differs")
	require.NoDirExists(t, none)
}

// All combinations of what varies run with the same seeds, and differ from the baseline.
func TestCompare(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made")
	out, err := output(compareCommand(), pairFile(t), "--vary", "roles.web.weight=1,3", "--vary", "policy=drf,max_min:resource=mem",
		"--seeds", "3", "--baseline", "policy=drf,roles.web.weight=3", "--figure", "share of web", "--figure", "jain", "--json", "--quiet", "--out", folder)
	require.NoError(t, err)
	var x struct {
		Seeds    []int
		Baseline string
		Figures  []struct {
			Figure   string
			Variants []struct {
				Variant    string
				Mean       float64
				Difference float64
				Values     []float64
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &x), out)
	require.Equal(t, []int{1, 2, 3}, x.Seeds)
	require.Len(t, x.Figures, 2)
	share := x.Figures[0]
	require.Equal(t, "share of web", share.Figure)
	require.Len(t, share.Variants, 4)
	for _, v := range share.Variants {
		require.Len(t, v.Values, 3)
		switch v.Variant {
		case "roles.web.weight=3,policy=drf":
			require.Zero(t, v.Difference, "the baseline")
			require.InDelta(t, 0.75, v.Mean, 0.05)
		case "roles.web.weight=1,policy=drf":
			require.InDelta(t, -0.25, v.Difference, 0.05)
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "pair-compared.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), "policy=max_min:resource=mem")

	out, err = output(compareCommand(), pairFile(t), "--vary", "roles.web.weight=1,3", "--quiet", "--short")
	require.NoError(t, err)
	require.Contains(t, out, "Means of 2 seeds.")
	slow, err := output(compareCommand(), pairFile(t), "--vary", "roles.web.weight=1,3", "--quiet", "--short",
		"--set", "frameworks.batch.tasks.duration.exponential=30s")
	require.NoError(t, err)
	require.NotEqual(t, out, slow, "both variants have longer tasks")
	_, err = output(compareCommand(), pairFile(t), "--vary", "policy=drf", "--set", "roles.wob.weight=2")
	require.ErrorContains(t, err, `there is no "wob"`)
	require.Contains(t, out, "share of web")
}

func TestCompareRefuses(t *testing.T) {
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{nil, "--vary says what differs"},
		{[]string{"--vary", "policy"}, `"policy"`},
		{[]string{"--vary", "policy=drf,dfr"}, "dfr"},
		{[]string{"--vary", "roles.wob.weight=1,2"}, `there is no "wob"`},
		{[]string{"--vary", "policy=drf", "--baseline", "policy=hdrf"}, "is none of the combinations"},
		{[]string{"--vary", "policy=drf,random", "--figure", "shares of web"}, `"shares of web"`},
		{[]string{"--vary", "policy=drf,random", "--figure", "share of wob"}, `"share of wob"`},
		{[]string{"--vary", "policy=drf", "--seeds", "0"}, "there are 1 to 1000 seeds"},
		{[]string{"--vary", "policy=drf", "--vary", "policy=random"}, "policy is varied twice: its values belong together"},
		{[]string{"--vary", "policy=drf,random,drf"}, `policy: the value "drf" is there twice`},
	} {
		_, err := output(compareCommand(), append([]string{pairFile(t), "--quiet"}, c.arguments...)...)
		require.ErrorContains(t, err, c.want, c.arguments)
	}
}
