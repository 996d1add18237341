// Command report turns the output of the benchmarks into a table on standard
// output and, if asked, into a page with the plots of how costs grow.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "out/bench.txt", "output of the benchmarks, in Go's format")
	page := flag.String("html", "", "file to write the page to")
	flag.Parse()
	if err := run(*in, *page); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(in, page string) error {
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	res, err := parse(f)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	out := bufio.NewWriter(os.Stdout)
	if err := errors.Join(writeText(out, res), out.Flush()); err != nil || page == "" {
		return err
	}
	var html bytes.Buffer
	if err := pageOf(res).WriteHTML(&html); err != nil {
		return err
	}
	return os.WriteFile(page, html.Bytes(), 0o644)
}
