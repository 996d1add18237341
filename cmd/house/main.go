// Command house prints what this repository is made of: see internal/house.
//
//	go run ./cmd/house                                        all of it
//	go run ./cmd/house -circle core -without 'explain*,*.s'   whom each file of a circle needs
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/apportion/apportion/internal/house"
)

func main() {
	folder := flag.String("dir", ".", "the module's folder")
	circle := flag.String("circle", "", "print the largest circle of files in this package, such as core")
	without := flag.String("without", "", "patterns of files that do not count in the circle, with commas between")
	flag.Parse()
	if err := run(*folder, *circle, strings.Split(*without, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(folder, circle string, without []string) error {
	h, err := house.Read(folder)
	if err != nil {
		return err
	}
	if circle == "" {
		return h.Print(os.Stdout, house.Apportion)
	}
	p := h.Package(circle)
	if p == nil {
		return fmt.Errorf("no package %s in %s", circle, h.Module)
	}
	h.PrintCircle(os.Stdout, p, without...)
	return nil
}
