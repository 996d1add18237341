// Command report turns the output of the benchmarks into tables, and says how costs grow.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	in := flag.String("in", "out/bench.txt", "output of the benchmarks, in Go's format")
	flag.Parse()
	if err := run(*in); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(in string) error {
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
	return errors.Join(writeText(out, res), out.Flush())
}
