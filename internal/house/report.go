package house

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

// Print writes the house as text: lines by folder, sizes of packages, arrows
// between them, and writes to what others declare.
func (h *House) Print(out io.Writer, layers Layers) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	h.printLines(table)
	h.printSizes(table)
	if err := table.Flush(); err != nil {
		return err
	}
	h.printArrows(out, layers)
	h.printWrites(out)
	return nil
}

// Size of a package: its files and lines of Go, those of tests and generated ones
// left out.
func (h *House) Size(p *Package) (files int, lines Lines) {
	for _, file := range h.Files {
		if path.Dir(file.Path) == p.Path && file.Language == "Go" && file.Purpose == Product {
			files++
			lines.add(file.Lines)
		}
	}
	return files, lines
}

// row is the sum of a folder's files in a language.
type row struct {
	files            int
	lines            Lines
	tests, generated int // lines of code
}

func (r *row) add(file File) {
	r.generated += file.Marked.Code
	switch file.Purpose {
	case Test:
		r.tests += file.Lines.Code
	case Generated:
		r.generated += file.Lines.Code
	default:
		r.files++
		r.lines.add(file.Lines)
	}
}

func (h *House) printLines(out io.Writer) {
	rows := map[string]*row{}
	for _, file := range h.Files {
		folder, _, below := strings.Cut(file.Path, "/")
		if !below {
			folder = "."
		}
		for _, name := range []string{folder + " " + file.Language, "whole house, " + file.Language, "whole house"} {
			if rows[name] == nil {
				rows[name] = &row{}
			}
			rows[name].add(file)
		}
	}
	fmt.Fprintln(out, "folder and language\tfiles\tcode\tcomments\tblanks\tcode of tests\tgenerated\t")
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, r.files, r.lines.Code, r.lines.Comment, r.lines.Blank, r.tests, r.generated)
	}
	fmt.Fprintln(out)
}

func (h *House) printSizes(out io.Writer) {
	fmt.Fprintln(out, "package\tfiles\tcode\tfiles in a circle\ttheir code\tmost methods\tof type\t")
	for _, p := range h.Packages {
		files, lines := h.Size(p)
		inCircle, code, largest, methods := 0, 0, "", 0
		if circle := h.Circle(p); len(circle) > 1 {
			inCircle, code = len(circle), h.codeOf(p, circle)
		}
		if sizes := p.TypeSizes(); len(sizes) > 0 {
			largest, methods = sizes[0].Name, sizes[0].Methods
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t\n", p.Path, files, lines.Code, inCircle, code, methods, largest)
	}
	fmt.Fprintln(out)
}

func (h *House) codeOf(p *Package, files []string) int {
	sum := 0
	for _, file := range h.Files {
		if path.Dir(file.Path) == p.Path && slices.Contains(files, path.Base(file.Path)) {
			sum += file.Lines.Code
		}
	}
	return sum
}

func (h *House) printArrows(out io.Writer, layers Layers) {
	fmt.Fprintln(out, "who imports whom")
	for _, p := range h.Packages {
		fmt.Fprintf(out, "  %s: %s\n", p.Path, strings.Join(p.Imports, ", "))
	}
	fmt.Fprintln(out, "against the layers")
	for _, breach := range layers.Breaches(h) {
		fmt.Fprintf(out, "  %s\n", breach)
	}
}

// printWrites counts writes by who writes which type of whom.
func (h *House) printWrites(out io.Writer) {
	fmt.Fprintln(out, "fields and variables written by another package than their own")
	for _, p := range h.Packages {
		places := map[string]map[string]int{}
		for _, write := range h.Writes(p) {
			if places[write.To] == nil {
				places[write.To] = map[string]int{}
			}
			places[write.To][cmp.Or(write.Type, write.Name)]++
		}
		for _, to := range slices.Sorted(maps.Keys(places)) {
			var list []string
			for _, name := range slices.Sorted(maps.Keys(places[to])) {
				list = append(list, fmt.Sprintf("%s %d", name, places[to][name]))
			}
			fmt.Fprintf(out, "  %s writes %s: %s\n", p.Path, to, strings.Join(list, ", "))
		}
	}
}

// PrintCircle writes the largest circle of a package's files, and of each file whom
// it needs in the circle.
func (h *House) PrintCircle(out io.Writer, p *Package, without ...string) {
	circle := h.Circle(p, without...)
	needs := h.needs(p, without)
	arrows := 0
	for _, all := range needs {
		arrows += len(all)
	}
	fmt.Fprintf(out, "%s: %d files, %d arrows between them; %d files in a circle, %d lines of code\n", p.Path, len(needs), arrows, len(circle), h.codeOf(p, circle))
	for _, file := range circle {
		inside := slices.DeleteFunc(slices.Clone(needs[file]), func(other string) bool { return !slices.Contains(circle, other) })
		fmt.Fprintf(out, "  %s: %s\n", file, strings.Join(inside, ", "))
	}
}

// Package finds a package by its path relative to the module, nil if there is none.
func (h *House) Package(path string) *Package {
	for _, p := range h.Packages {
		if p.Path == path {
			return p
		}
	}
	return nil
}
