package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
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
	if err := copyModule(source, dir); err != nil {
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

// folders are those of the module that the programs are made of.
func folders(source string) ([]string, error) {
	command := exec.Command("go", "list", "-deps", "-test", "-tags", hunterTag,
		"-f", "{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}", hunterPackage, "./core", "./fuzz/lane")
	command.Dir = source
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(source)
	if err != nil {
		return nil, err
	}
	list := []string{"include"} // which cgo reads
	for dir := range strings.Lines(string(out)) {
		path, err := filepath.Rel(root, strings.TrimSpace(dir))
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		if first != "." && !slices.Contains(list, first) {
			list = append(list, first)
		}
	}
	return list, nil
}

// copyModule copies what is needed of the module.
func copyModule(source, dir string) error {
	list, err := folders(source)
	if err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "go.sum", "VERSION", "version.go"} {
		content, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	for _, name := range list {
		if err := os.CopyFS(filepath.Join(dir, name), sources{os.DirFS(filepath.Join(source, name))}); err != nil {
			return err
		}
	}
	return nil
}

// sources is a file system without corpora and other data.
type sources struct{ fs.FS }

func (f sources) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(f.FS, name)
	var out []fs.DirEntry
	for _, e := range all {
		switch filepath.Ext(e.Name()) {
		case ".go", ".s", ".h", ".c", ".hpp", ".cpp", ".pgo":
			out = append(out, e)
		default:
			if e.IsDir() && e.Name() != "testdata" && e.Name() != "corpus" {
				out = append(out, e)
			}
		}
	}
	return out, err
}
