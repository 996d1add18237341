// Command bindgen writes what lies beside apportion.h and follows from it alone:
//
//	docs/names.md             the names of each call in C, C++, Go and Python
//	capi/symbols.txt          the functions, and since which version they exist
//	capi/header_generated.go        the header's types and constants by their names in C, for Go
//	capi/constants_generated.go     codes and other constants, for Go's compiler
//	capi/operations_generated.go    the functions that have an operation, and the batch
//	include/apportion.hpp     between its marks: rows, codes and operations
//	python/apportion/_generated.py  constants, structs and prototypes, and the release
//	python/apportion/_generated_operations.py  the methods of most operations
//
// The header is the contract and is written by hand. A test says which file has
// fallen behind it; "make bindings" writes them anew. bindgen refuses a header
// that lacks a function of symbols.txt; abidiff holds all else to capi/abi.xml.
//
// "bindgen -page root" prints what the header's comments say as a page: "make docs".
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// outputs are the files that follow from the header, by path from the root. Each
// is made of the header and of the file as it stands.
var outputs = map[string]func(h *header, before string) (string, error){
	"docs/names.md":                             names,
	"capi/symbols.txt":                          symbols,
	"capi/header_generated.go":                  headerInGo,
	"capi/constants_generated.go":               constantsOfGo,
	"capi/operations_generated.go":              exports,
	"include/apportion.hpp":                     cpp,
	"python/apportion/_generated.py":            python,
	"python/apportion/_generated_operations.py": pythonMethods,
}

func main() {
	page := flag.Bool("page", false, "print the page of the C library")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: bindgen [-page] root")
		os.Exit(2)
	}
	do := writeAll
	if *page {
		do = printPage
	}
	if err := do(flag.Arg(0)); err != nil {
		fmt.Fprintf(os.Stderr, "bindgen: %v\n", err)
		os.Exit(1)
	}
}

func printPage(root string) error {
	h, err := readHeader(root)
	if err != nil {
		return err
	}
	fmt.Print(abiDocument(h))
	return nil
}

func writeAll(root string) error {
	texts, err := generateAll(root)
	if err != nil {
		return err
	}
	for path, text := range texts {
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func readHeader(root string) (*header, error) {
	source, err := os.ReadFile(filepath.Join(root, "include/apportion.h"))
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(string(source))
	if err != nil {
		return nil, err
	}
	if err := h.matchOperations(string(source)); err != nil {
		return nil, err
	}
	release, err := os.ReadFile(filepath.Join(root, "VERSION"))
	if err != nil {
		return nil, err
	}
	h.release = strings.TrimSpace(string(release))
	return h, nil
}

// generateAll returns what each of outputs has to be.
func generateAll(root string) (map[string]string, error) {
	h, err := readHeader(root)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for path, generate := range outputs {
		before, err := os.ReadFile(filepath.Join(root, path))
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		texts[path], err = generate(h, string(before))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return texts, nil
}
