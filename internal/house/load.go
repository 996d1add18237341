package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// House is a Go module as it lies on disk.
type House struct {
	Module   string
	Files    []File
	Packages []*Package // in order of their paths, each with what it imports checked

	positions *token.FileSet
	changes   map[*types.Func]bool // see changing
}

// Package is one of the module's, without its tests. Paths are relative to the
// module: "core", and "." for the package at its root.
type Package struct {
	Path    string
	Imports []string // those of the module, sorted

	files []*ast.File
	types *types.Package
	info  *types.Info
}

// Read reads the module in a folder: its lines, packages and types. The packages
// have to compile.
func Read(folder string) (*House, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	files, err := readFiles(folder)
	if err != nil {
		return nil, err
	}
	listed, err := list(folder, "-deps", "./...")
	if err != nil {
		return nil, err
	}
	h := &House{Files: files, positions: token.NewFileSet()}
	var outside []string
	for _, each := range listed {
		if each.Module != nil && each.Module.Main {
			h.Module = each.Module.Path
			outside = append(outside, each.Imports...)
		}
	}
	if h.Module == "" {
		return nil, fmt.Errorf("%s: no packages of a module", folder)
	}
	outside = slices.DeleteFunc(outside, func(path string) bool { return h.below(path) != "" || path == "C" || path == "unsafe" })
	slices.Sort(outside)
	exports, checked := map[string]string{}, map[string]*types.Package{}
	outside = slices.Compact(outside)
	if len(outside) > 0 {
		compiled, err := list(folder, append([]string{"-export"}, outside...)...)
		if err != nil {
			return nil, err
		}
		for _, each := range compiled {
			exports[each.ImportPath] = each.Export
		}
	}
	others := importer.ForCompiler(h.positions, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	find := importing(func(path string) (*types.Package, error) {
		if own, ok := checked[path]; ok {
			return own, nil
		}
		return others.Import(path)
	})
	for _, each := range listed { // each stands behind those that it imports
		if h.below(each.ImportPath) == "" {
			continue
		}
		p, err := h.check(each, find)
		if err != nil {
			return nil, err
		}
		checked[each.ImportPath] = p.types
		h.Packages = append(h.Packages, p)
	}
	slices.SortFunc(h.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return h, nil
}

// listing is what `go list -json` says of a package.
type listing struct {
	ImportPath, Dir, Export    string
	GoFiles, CgoFiles, Imports []string
	Module                     *struct {
		Path string
		Main bool
	}
}

func list(folder string, arguments ...string) ([]listing, error) {
	command := exec.Command("go", append([]string{"list", "-pgo=off", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,Imports,Module"}, arguments...)...)
	command.Dir = folder
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, problems.Bytes())
	}
	var all []listing
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var each listing
		if err := decoder.Decode(&each); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, each)
	}
}

// check parses a package and resolves its names.
func (h *House) check(each listing, find importing) (*Package, error) {
	p := &Package{Path: h.below(each.ImportPath), info: &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Uses:       map[*ast.Ident]types.Object{},
		Defs:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, name := range slices.Concat(each.GoFiles, each.CgoFiles) {
		file, err := parser.ParseFile(h.positions, filepath.Join(each.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, file)
	}
	for _, path := range each.Imports {
		if below := h.below(path); below != "" {
			p.Imports = append(p.Imports, below)
		}
	}
	slices.Sort(p.Imports)
	config := types.Config{Importer: find, FakeImportC: true}
	if len(each.CgoFiles) > 0 {
		config.Error = func(error) {} // what has a type of C cannot be resolved
	}
	var err error
	p.types, err = config.Check(each.ImportPath, h.positions, p.files, p.info)
	if err != nil && config.Error == nil {
		return nil, err
	}
	return p, nil
}

// below returns a package's path relative to the module, or "" of one outside.
func (h *House) below(path string) string {
	if path == h.Module {
		return "."
	}
	rest, ok := strings.CutPrefix(path, h.Module+"/")
	if !ok {
		return ""
	}
	return rest
}

// importing finds packages: the module's own as they were checked, others as they
// were compiled.
type importing func(path string) (*types.Package, error)

func (i importing) Import(path string) (*types.Package, error) { return i(path) }

// place returns the file and line of a position, the file relative to the package's
// folder.
func (h *House) place(at token.Pos) (file string, line int) {
	position := h.positions.Position(at)
	return filepath.Base(position.Filename), position.Line
}
