package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/must"
)

// chosen is the variable by which a program knows which fault it has.
const chosen = "chosenMutant"

// switchFile is added to each package that has faults.
const switchFile = `package %s

import (
	"os"
	"strconv"
)

// ` + chosen + ` is the number of the fault that is switched on, 0 for none.
var ` + chosen + ` = func() int {
	n, _ := strconv.Atoi(os.Getenv("APPORTION_MUTANT"))
	return n
}()
`

// weave puts faults into a file that are switched on by their numbers: a function with
// faults begins with a copy of its body with each, which is all if that one is chosen.
func weave(file, text string, faults map[int]*mutation) string {
	set := token.NewFileSet()
	tree := must.Get(parser.ParseFile(set, file, text, parser.SkipObjectResolution))
	copies := map[int]string{} // by where a body begins
	for _, number := range numbers(faults) {
		m := faults[number]
		from, to := m.place(text)
		i := slices.IndexFunc(tree.Decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Body != nil && set.Position(f.Body.Pos()).Offset <= from && to <= set.Position(f.Body.End()).Offset
		})
		if i < 0 {
			must.Fail("%s: is in no function of %s", m.name, file)
		}
		f := tree.Decls[i].(*ast.FuncDecl)
		begin, end := set.Position(f.Body.Pos()).Offset, set.Position(f.Body.End()).Offset
		body := text[begin:from] + m.replace + text[to:end]
		if f.Type.Results == nil {
			body = body[:len(body)-1] + "\nreturn }"
		}
		copies[begin+1] += fmt.Sprintf("\nif %s == %d %s\n", chosen, number, body)
	}
	for _, begin := range slices.Backward(slices.Sorted(maps.Keys(copies))) {
		text = text[:begin] + copies[begin] + text[begin:]
	}
	return text
}

func numbers(faults map[int]*mutation) []int { return slices.Sorted(maps.Keys(faults)) }

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

// A mutation is a fault put into a function of a file: the text find is replaced,
// which has to be there once, unless it is known where.
type mutation struct {
	file string
	fault
	at       int  // of find, 0 if it is there once
	everyDay bool // make test tries it
}

// place is the part of the file that is replaced.
func (m *mutation) place(text string) (from, to int) {
	from = m.at
	if from == 0 {
		from = strings.Index(text, m.find)
	}
	return from, from + len(m.find)
}

type fault struct{ name, find, replace string }

// faultList is the planted faults. Its head says how it is written.
//
//go:embed faults.txt
var faultList string

// readFaults reads a list of faults.
func readFaults(list string) (out []mutation, err error) {
	file, texts := "", 0
	for n, line := range strings.Split(list, "\n") {
		text := strings.TrimLeft(line, " ")
		depth := len(line) - len(text)
		switch {
		case text == "" || strings.HasPrefix(line, "#"):
		case depth == 0:
			file = text
		case depth == 2:
			name, everyDay := strings.CutSuffix(text, " (every day)")
			out, texts = append(out, mutation{file: file, fault: fault{name: name}, everyDay: everyDay}), 0
		case depth == 4 && len(out) > 0 && texts < 2:
			m := &out[len(out)-1]
			if *[]*string{&m.find, &m.replace}[texts], err = strconv.Unquote(text); err != nil {
				return nil, fmt.Errorf("faults.txt: line %d: %s is no string of Go", n+1, text)
			}
			texts++
		default:
			return nil, fmt.Errorf("faults.txt: line %d: neither a file, nor a fault, nor one of its two texts", n+1)
		}
	}
	return out, nil
}
