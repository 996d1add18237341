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

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/internal/wholefile"
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
written only if all of FILE can be drawn.

  apportion report out/cluster.json`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			if html == "" {
				html = strings.TrimSuffix(args[0], filepath.Ext(args[0])) + ".html"
			}
			if sameFile(html, args[0]) {
				must.Fail("%s: the figures would be written over", html)
			}
			page, err := report.Read(readFile(args[0]))
			must.Do(about(args[0], err))
			drawPage(page, html)
			writeFairness(cmd.OutOrStdout(), page)
			fmt.Fprintf(cmd.OutOrStdout(), "Plots are in %s.\n", html)
		}),
	}
	command.Flags().StringVar(&html, "html", "", "the page to write (default: FILE with the ending .html)")
	return command
}

// drawPage writes a page to a file, which is touched only if all of it can be drawn.
func drawPage(page *report.Page, file string) {
	var b bytes.Buffer
	must.Do(about(file, page.WriteHTML(&b)))
	must.Do(wholefile.Write(file, b.Bytes()))
}

// sameFile reports whether two paths are of the same file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return a == b
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other) && one.Mode().IsRegular()
}

// about is an error with what it is about in front, or nil.
func about(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
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
