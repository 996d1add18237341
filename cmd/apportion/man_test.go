package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// The manual has every command with its flags, and no text of theirs is taken for a macro.
func TestManual(t *testing.T) {
	root := &cobra.Command{Use: "apportion", Short: "Tools for the Apportion allocator"}
	simulate := simulateCommand()
	root.AddCommand(simulate, journalCommand(), manCommand(root))
	root.AddCommand(&cobra.Command{Use: "odd", Short: "s", Long: ".hidden file\n'quoted' and a\\b", Run: func(*cobra.Command, []string) {}})
	var out bytes.Buffer
	writeManual(&out, root)
	page := out.String()
	require.True(t, strings.HasPrefix(page, ".TH APPORTION 1 "))
	require.Contains(t, page, ".SS \"apportion simulate FILE...\"\nSimulate a cluster as a scenario describes it.\n.PP\nRuns the scenarios")
	require.Contains(t, page, ".TP\n.B \\-\\-out string\nfolder to write a page to")
	require.Contains(t, page, ".SS \"apportion journal")
	require.Contains(t, page, "\\&.hidden file\n\\&'quoted' and a\\eb\n")
	require.NotContains(t, page, "apportion man", "it is hidden")
	require.Contains(t, page, ".SH EXIT STATUS")
}
