package history

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// page is docs/history.md, which describes all that this package reads.
func page(t *testing.T) string {
	content, err := os.ReadFile("../docs/history.md")
	require.NoError(t, err)
	return string(content)
}

// tableRows are the cells of all tables, by what the third cell names: the struct and field in Go
// (`AddAgent.Total`), or a name alone. The rows of one name are in the order of the page.
func tableRows(page string) map[string][][]string {
	rows := map[string][][]string{}
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "|") || len(cells) < 4 {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " |")
		}
		for _, name := range regexp.MustCompile("`([\\w.]+)`").FindAllStringSubmatch(cells[2], -1) {
			rows[name[1]] = append(rows[name[1]], cells)
		}
	}
	return rows
}

// A block is a fenced part of the page. Its file is the name that replay commands
// of the page call it by, empty if it has none.
type block struct{ language, file, text string }

func blocks(text string) []block {
	var out []block
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w.]+))?\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		out = append(out, block{m[1], m[2], m[3]})
	}
	return out
}

// Each operation has a row, and so has each of its fields: one of its own, or that of a field which
// most operations have.
func TestThePageHasEachOperation(t *testing.T) {
	rows := tableRows(page(t))
	for name, kind := range opKinds {
		typ := kind.typ.Name()
		require.Len(t, rows[typ], 1, "%s has a row", name)
		require.Equal(t, []string{"`" + name + "`", "`" + kind.verb + "`", "`" + typ + "`"}, rows[typ][0][:3])
		for _, f := range kind.fields {
			in := kind.typ.FieldByIndex(f.index).Name
			found := rows[typ+"."+in]
			if found == nil {
				found = rows[in]
			}
			require.Len(t, found, 1, "%s: a row for %s", name, f.name)
			require.Equal(t, "`"+f.name+"`", found[0][0], "%s.%s", name, f.name)
			requireShort(t, f, found[0][1])
		}
	}
}

// A row is of a field that there is.
func TestThePageHasNoOtherField(t *testing.T) {
	types := structs()
	for name := range tableRows(page(t)) {
		typ, in, qualified := strings.Cut(name, ".")
		if !qualified {
			continue
		}
		i := slices.IndexFunc(types, func(t reflect.Type) bool { return t.Name() == typ })
		require.GreaterOrEqual(t, i, 0, name)
		_, ok := types[i].FieldByName(in)
		require.True(t, ok, name)
	}
}

// requireShort holds the cell on the short form to how the field is read.
func requireShort(t *testing.T, f field, cell string) {
	switch f.place {
	case keyed:
		require.True(t, strings.HasPrefix(cell, "`"+f.key+"="), "%s: %s", f.name, cell)
	case flagged:
		require.Equal(t, "`"+f.key+"`", cell)
	case resources:
		require.Equal(t, "RESOURCE...", cell)
	case positional:
		require.NotContains(t, cell, "=", f.name)
	}
}

// structs are those that operations and answers are made of.
func structs() (all []reflect.Type) {
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			visit(typ.Elem())
		case reflect.Struct:
			if !slices.Contains(all, typ) {
				all = append(all, typ)
				for _, f := range reflect.VisibleFields(typ) {
					visit(f.Type)
				}
			}
		}
	}
	for _, kind := range opKinds {
		visit(kind.typ)
	}
	visit(reflect.TypeFor[Answer]())
	visit(reflect.TypeFor[statement]())
	return all
}

// Each field of each struct that an operation or an answer is made of has a row.
func TestThePageHasEachStruct(t *testing.T) {
	rows := tableRows(page(t))
	require.Contains(t, structs(), reflect.TypeFor[Volume](), "the structs are found")
	for _, typ := range structs() {
		_, isOp := reflect.New(typ).Interface().(Op)
		if isOp || typ == reflect.TypeFor[FrameworkInfo]() || typ == reflect.TypeFor[statement]() {
			continue
		}
		for _, f := range reflect.VisibleFields(typ) {
			require.Len(t, rows[typ.Name()+"."+f.Name], 1, "a row for %s of %s", f.Name, typ)
		}
	}
}

// literals are the string literals of the sources that pick picks out.
func literals(t *testing.T, pick func(n ast.Node) []ast.Expr) map[string]bool {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	words := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			for _, e := range pick(n) {
				if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					word, err := strconv.Unquote(lit.Value)
					require.NoError(t, err)
					words[word] = true
				}
			}
			return true
		})
	}
	return words
}

// Each member of a JSON object and each word of a vocabulary that the readers
// know is on the page.
func TestThePageHasEachWord(t *testing.T) {
	page := page(t)
	words := map[string]bool{}
	for _, typ := range structs() {
		if typ == reflect.TypeFor[Condition]() {
			continue // JSON has a statement of it
		}
		for _, f := range fieldsOf(typ, "") {
			in := typ.FieldByIndex(f.index)
			wrap, _, _ := strings.Cut(in.Tag.Get("wrap"), ",")
			for _, word := range append(strings.Fields(in.Tag.Get("words")), f.name, in.Tag.Get("Holder"), wrap) {
				words[word] = true
			}
		}
	}
	delete(words, "")
	delete(words, "holder") // JSON has the one of whom the operation is not
	for _, word := range append(valueTypes, "container_path", "SHRINK_VOLUME", "REGION_AWARE", "metadata", "range", "not_equals", "active") {
		require.Contains(t, append(slices.Collect(maps.Keys(words)), valueTypes...), word, "the words are found")
	}
	for word := range words {
		require.Regexp(t, "`[^`\n]*\\b"+word+"\\b[^`\n]*`", page)
	}
}

// Each word of a disk is in the grammar.
func TestThePageHasEachWordOfADisk(t *testing.T) {
	words := literals(t, func(n ast.Node) []ast.Expr {
		var out []ast.Expr
		if f, ok := n.(*ast.FuncDecl); ok && f.Name.Name == "diskWord" {
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CaseClause); ok {
					out = append(out, c.List...)
				}
				return true
			})
		}
		return out
	})
	require.Contains(t, words, "metadata", "the words are found")
	production := regexp.MustCompile(`(?m)^DISKWORD +=.*(?:\n +\|.*)*`).FindString(grammar(t))
	for word := range words {
		require.Regexp(t, `[=|] `+word+`\b`, production)
	}
}

func grammar(t *testing.T) string {
	_, after, _ := strings.Cut(page(t), "\n## The grammar of the short form\n")
	return blocks(after)[0].text
}

// The grammar has each operation with its keys.
func TestThePageHasTheGrammar(t *testing.T) {
	grammar := grammar(t)
	for _, kind := range opKinds {
		entry := regexp.MustCompile(`(?m)^"` + kind.verb + `"(.*(?:\n    .*)*)$`).FindStringSubmatch(grammar)
		require.NotNil(t, entry, "the grammar has no %q", kind.verb)
		for _, f := range kind.fields {
			switch f.place {
			case keyed:
				require.Contains(t, entry[1], " "+f.key+"=", kind.verb)
			case flagged:
				require.Contains(t, entry[1], " "+f.key, kind.verb)
			case resources:
				require.Contains(t, entry[1], " RESOURCE...", kind.verb)
			}
		}
		keys := regexp.MustCompile(`(?:^|\s)([a-z-]+)=`).FindAllStringSubmatch(entry[1], -1)
		for _, key := range keys {
			known := slices.ContainsFunc(kind.fields, func(f field) bool { return f.place == keyed && f.key == key[1] })
			require.True(t, known, "%s has no %s", kind.verb, key[1])
		}
	}
}

// Each example can be read, and its two lines say the same. An operation has one, unless it is whom
// it is about and nothing else.
func TestTheExamplesOfThePage(t *testing.T) {
	page := page(t)
	seen := map[string]bool{}
	for _, b := range blocks(page) {
		if b.language != "example" {
			continue
		}
		lines := strings.Split(strings.TrimSpace(b.text), "\n")
		require.Zero(t, len(lines)%2, b.text)
		for i := 0; i < len(lines); i += 2 {
			short, err := ParseShort(lines[i])
			require.NoError(t, err, lines[i])
			json, err := ParseStep([]byte(lines[i+1]))
			require.NoError(t, err, lines[i+1])
			require.Equal(t, short, json.Op)
			seen[short.Name()] = true
		}
	}
	for name, kind := range opKinds {
		plain := !slices.ContainsFunc(kind.fields, func(f field) bool { return f.name != "framework" && f.name != "agent" })
		require.True(t, seen[name] || plain, "%s has no example", name)
	}
	for _, b := range blocks(page) {
		if b.language != "json" || strings.HasPrefix(b.file, "wrong") {
			continue
		}
		for line := range bytes.Lines([]byte(b.text)) {
			_, err := ParseStep(line)
			require.NoError(t, err, b.text)
		}
	}
}
