package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

const (
	hunterTag     = "apportion_hunt"
	hunterPackage = "./capi"
)

// weaveAll makes a copy of the module that has all faults to switch on.
func weaveAll(source, dir string, faults map[int]*mutation) {
	must.Do(os.CopyFS(dir, sources{os.DirFS(source)}))
	byFile := map[string]map[int]*mutation{}
	for n, m := range faults {
		if byFile[m.file] == nil {
			byFile[m.file] = map[int]*mutation{}
		}
		byFile[m.file][n] = m
	}
	for file, list := range byFile {
		weaveInto(dir, file, list)
	}
}

// weaveInto puts faults into a file of the copy, and the switch into its package.
func weaveInto(dir, file string, faults map[int]*mutation) {
	path := filepath.Join(dir, file)
	content := must.Get(os.ReadFile(path))
	for _, m := range faults {
		if n := strings.Count(string(content), m.find); m.at == 0 && n != 1 {
			must.Fail("%s: %s has %q %d times, not once", m.name, m.file, m.find, n)
		}
	}
	text := weave(file, string(content), faults)
	tree := must.Get(parser.ParseFile(token.NewFileSet(), file, text, parser.PackageClauseOnly))
	must.Do(os.WriteFile(path, []byte(text), 0o666))
	must.Do(os.WriteFile(filepath.Join(filepath.Dir(path), "chosen_mutant.go"), fmt.Appendf(nil, switchFile, tree.Name.Name), 0o666))
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
		return !slices.Contains([]string{".go", ".s", ".h", ".c", ".hpp", ".cpp", ".html", ".js", ".css", ".svg", ".pgo", ".mod", ".sum", ""}, filepath.Ext(e.Name()))
	}), err
}
