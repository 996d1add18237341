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

	"github.com/apportion/apportion/internal/must"
)

// chosen is the variable of the environment that names the fault which is switched on.
const chosen = "APPORTION_MUTANT"

// switchFile is added to each package that has faults: all are in one build.
const switchFile = `package %s

import "os"

var chosenMutant = os.Getenv("` + chosen + `")
`

// plant puts faults, of different functions, into the text of a file. Lines stay where they are.
func plant(text string, faults []*fault) string {
	faults = slices.Clone(faults)
	slices.SortFunc(faults, func(x, y *fault) int { return y.from - x.from })
	for _, f := range faults {
		wrong := strings.ReplaceAll(f.replace, "#", fmt.Sprintf("(chosenMutant == %q)", f))
		text = text[:f.from] + strings.ReplaceAll(wrong, "$", text[f.from:f.to]) + text[f.to:]
	}
	return text
}

// copyWith copies the module, without what git ignores, and puts the faults into the copy.
func copyWith(module, dir string, faults []*fault) {
	list := exec.Command("git", "ls-files", "-zco", "--exclude-standard")
	list.Dir = module
	for file := range strings.SplitSeq(strings.TrimRight(string(must.Get(list.Output())), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join(module, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		must.Do(err)
		must.Do(os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o777))
		must.Do(os.WriteFile(filepath.Join(dir, file), content, 0o777))
	}
	byFile := map[string][]*fault{}
	for _, f := range faults {
		byFile[f.file] = append(byFile[f.file], f)
	}
	for file, list := range byFile {
		path := filepath.Join(dir, file)
		tree := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly))
		must.Do(os.WriteFile(path, []byte(plant(string(must.Get(os.ReadFile(path))), list)), 0o666))
		must.Do(os.WriteFile(filepath.Join(filepath.Dir(path), "chosen_mutant.go"), fmt.Appendf(nil, switchFile, tree.Name.Name), 0o666))
	}
}
