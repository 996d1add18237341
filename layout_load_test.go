package apportion_test

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// pack is a package of a module, without its tests, as it is on the machine's own platform without
// build tags. Its path is relative to the module: "core", and "." for the package at its root.
type pack struct {
	*packages.Package
	path string
}

var readOwn = sync.OnceValues(func() ([]pack, error) { return readPacks(".") })

// thePacks are those of this module.
func thePacks(t *testing.T) []pack {
	t.Helper()
	all, err := readOwn()
	require.NoError(t, err)
	require.Greater(t, len(all), 5)
	return all
}

// readPacks reads the packages of the module in a folder, in order of their paths. They have to compile.
func readPacks(folder string) (all []pack, err error) {
	config := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: folder, BuildFlags: []string{"-pgo=off"}}
	loaded, err := packages.Load(config, "./...")
	for _, p := range loaded {
		for _, problem := range p.Errors {
			err = problem
		}
		all = append(all, pack{p, below(p.Module.Path, p.PkgPath)})
	}
	slices.SortFunc(all, func(a, b pack) int { return strings.Compare(a.path, b.path) })
	return all, err
}

func find(all []pack, path string) pack {
	return all[slices.IndexFunc(all, func(p pack) bool { return p.path == path })]
}

// below returns a package's path relative to a module, or "" of one outside.
func below(module, path string) string {
	if path == module {
		return "."
	}
	rest, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return ""
	}
	return rest
}

// place returns the file and line of a position, the file relative to the package's folder.
func (p pack) place(at token.Pos) (file string, line int) {
	position := p.Fset.Position(at)
	return filepath.Base(position.Filename), position.Line
}

// linesOfCode are the lines of a package that more stands in than comments. Generated files do not count.
func (p pack) linesOfCode() (lines int, err error) {
	for i, name := range p.CompiledGoFiles {
		if ast.IsGenerated(p.Syntax[i]) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		lines += linesOfCode(text)
	}
	return lines, nil
}

func linesOfCode(text []byte) int {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	s.Init(file, text, nil, 0)
	code := map[int]bool{}
	for {
		at, kind, literal := s.Scan()
		switch {
		case kind == token.EOF:
			return len(code)
		case kind == token.SEMICOLON && literal == "\n": // it is not there
			continue
		}
		for i := range 1 + strings.Count(literal, "\n") {
			code[file.Line(at)+i] = true
		}
	}
}
