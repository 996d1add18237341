package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/report"
)

func reportCommand() *cobra.Command {
	var html string
	command := &cobra.Command{
		Use:   "report FILE",
		Short: "Draw figures as a page with plots",
		Long: `Draws the figures in FILE, JSON as docs/report.md describes it (build/cluster
--json writes such files), as an HTML page that needs nothing else.
Of roles' shares in FILE it also prints how far from fair they are.

The page is named as --html says, or else as FILE, with the ending .html. It is
written only if all of FILE can be drawn.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if html == "" {
				html = strings.TrimSuffix(args[0], filepath.Ext(args[0])) + ".html"
			}
			if html == args[0] {
				return fmt.Errorf("%s: the figures would be written over", html)
			}
			page, err := drawPage(args[0], html)
			if err != nil {
				return err
			}
			writeFairness(cmd.OutOrStdout(), page)
			fmt.Fprintf(cmd.OutOrStdout(), "Plots are in %s.\n", html)
			return nil
		},
	}
	command.Flags().StringVar(&html, "html", "", "the page to write (default: FILE with the ending .html)")
	return command
}

// drawPage makes the page at one path of the figures at the other, which it returns.
func drawPage(from, to string) (*report.Page, error) {
	content, err := os.ReadFile(from)
	if err != nil {
		return nil, err
	}
	page, err := report.Read(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	var b bytes.Buffer
	if err := page.WriteHTML(&b); err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return page, os.WriteFile(to, b.Bytes(), 0o666)
}

// writeFairness writes what is figured from the roles' shares, if the page has them,
// in line with the facts that whoever wrote the figures has printed before.
func writeFairness(out io.Writer, page *report.Page) {
	if page.Shares == nil {
		return
	}
	figured := page.Shares.Facts()
	width := 0
	for _, f := range slices.Concat(page.Facts, figured) {
		width = max(width, len(f.Name))
	}
	for _, f := range figured {
		fmt.Fprintf(out, "%-*s  %s\n", width, f.Name, f.Value)
	}
}
