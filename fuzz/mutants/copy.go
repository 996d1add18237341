package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	hunterTag     = "apportion_hunt"
	hunterPackage = "./capi"
)

// weaveAll makes a copy of the module that has all faults to switch on.
func weaveAll(source, dir string, faults map[int]*mutation) error {
	if err := os.CopyFS(dir, sources{os.DirFS(source)}); err != nil {
		return err
	}
	byFile := map[string]map[int]*mutation{}
	for n, m := range faults {
		if byFile[m.file] == nil {
			byFile[m.file] = map[int]*mutation{}
		}
		byFile[m.file][n] = m
	}
	for file, list := range byFile {
		if err := weaveInto(dir, file, list); err != nil {
			return err
		}
	}
	return nil
}

// weaveInto puts faults into a file of the copy, and the switch into its package.
func weaveInto(dir, file string, faults map[int]*mutation) error {
	path := filepath.Join(dir, file)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, m := range faults {
		if n := strings.Count(string(content), m.find); m.at == 0 && n != 1 {
			return fmt.Errorf("%s: %s has %q %d times, not once", m.name, m.file, m.find, n)
		}
	}
	text, err := weave(file, string(content), faults)
	if err != nil {
		return err
	}
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, []byte(text), 0o666),
		os.WriteFile(filepath.Join(filepath.Dir(path), "chosen_mutant.go"), fmt.Appendf(nil, switchFile, tree.Name.Name), 0o666))
}

// sources are what the programs of a module are made of, without corpora, other data and what
// was built.
type sources struct{ fs.FS }

func (f sources) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		if e.IsDir() {
			return strings.HasPrefix(e.Name(), ".") || slices.Contains([]string{"testdata", "corpus", "build", "out"}, e.Name())
		}
		return !slices.Contains([]string{".go", ".s", ".h", ".c", ".hpp", ".cpp", ".pgo", ".mod", ".sum", ""}, filepath.Ext(e.Name()))
	}), err
}
