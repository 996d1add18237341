package house

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Lines of a file or of many. A line with code and a comment is code.
type Lines struct{ Code, Comment, Blank int }

func (l *Lines) add(other Lines) {
	l.Code += other.Code
	l.Comment += other.Comment
	l.Blank += other.Blank
}

// Purpose of a file.
type Purpose int

const (
	Product   Purpose = iota // works where Apportion works, or builds and measures it
	Test                     // *_test.go, and all below a folder named tests
	Generated                // says of itself that it is
)

// File is a source file. Its path is relative to the module's root, with slashes.
type File struct {
	Path     string
	Language string
	Purpose  Purpose
	Lines    Lines
}

var languages = map[string]string{
	".go": "Go", ".s": "assembly", ".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".hpp": "C++",
	".py": "Python", ".sh": "shell", ".mk": "make", "Makefile": "make",
}

var generated = regexp.MustCompile(`(?m)^(//|#|/\*) Code generated .* DO NOT EDIT\.`)

// readFiles counts the lines of all sources below a folder, in order of their
// paths. Folders that are hidden, of test data, or built (build, out) are left out.
func readFiles(root string) ([]File, error) {
	var files []File
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && isLeftOut(name[len(root)+1:]) {
				return fs.SkipDir
			}
			return nil
		}
		language := languages[filepath.Ext(name)]
		if language == "" {
			language = languages[entry.Name()]
		}
		if language == "" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative := filepath.ToSlash(name[len(root)+1:])
		files = append(files, File{Path: relative, Language: language, Purpose: purposeOf(relative, text), Lines: count(language, text)})
		return nil
	})
	return files, err
}

func isLeftOut(folder string) bool {
	base := filepath.Base(folder)
	return strings.HasPrefix(base, ".") || base == "testdata" || folder == "build" || folder == "out"
}

func purposeOf(name string, text []byte) Purpose {
	switch {
	case generated.Match(text):
		return Generated
	case strings.HasSuffix(name, "_test.go"), slices.Contains(strings.Split(path.Dir(name), "/"), "tests"):
		return Test
	default:
		return Product
	}
}

// count tells code, comments and blanks of a file apart.
func count(language string, text []byte) Lines {
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	if len(text) == 0 {
		return Lines{}
	}
	kinds := make([]lineKind, len(lines))
	switch language {
	case "Go":
		markGo(text, kinds)
	case "Python", "shell", "make":
		markHash(lines, language == "Python", kinds)
	default:
		markSlashes(lines, kinds)
	}
	var sum Lines
	for _, kind := range kinds {
		switch kind {
		case code:
			sum.Code++
		case comment:
			sum.Comment++
		case blank:
			sum.Blank++
		}
	}
	return sum
}

type lineKind int

const (
	blank lineKind = iota
	comment
	code
)

func markGo(text []byte, kinds []lineKind) {
	var scan scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	scan.Init(file, text, nil, scanner.ScanComments)
	for {
		at, kind, literal := scan.Scan()
		if kind == token.EOF {
			return
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue
		}
		marked := code
		if kind == token.COMMENT {
			marked = comment
		}
		first := file.Line(at) - 1
		for line := first; line <= first+strings.Count(literal, "\n"); line++ {
			kinds[line] = max(kinds[line], marked)
		}
	}
}

// markHash marks lines of languages with # comments. A text in three quotes that
// begins a line of Python is its documentation.
func markHash(lines [][]byte, python bool, kinds []lineKind) {
	var open string // the quotes that a text of many lines ends with
	within := comment
	for i, line := range lines {
		rest := strings.TrimSpace(string(line))
		if open == "" && python {
			quotes := ""
			if at := strings.IndexAny(rest, `"'`); at >= 0 && (strings.HasPrefix(rest[at:], `"""`) || strings.HasPrefix(rest[at:], `'''`)) && !strings.Contains(rest[:at], "#") {
				quotes, within = rest[at:at+3], code
				if strings.Trim(rest[:at], "rbfRBF") == "" {
					within = comment
				}
				rest = rest[at+3:]
			}
			if quotes != "" {
				kinds[i] = within
				if !strings.Contains(rest, quotes) {
					open = quotes
				}
				continue
			}
		}
		switch {
		case rest == "":
		case open != "":
			kinds[i] = within
			if strings.Contains(rest, open) {
				open = ""
			}
		case rest[0] == '#':
			kinds[i] = comment
		default:
			kinds[i] = code
		}
	}
}

// markSlashes marks lines of languages with // and /* */.
func markSlashes(lines [][]byte, kinds []lineKind) {
	inside := false // of /* */
	for i, line := range lines {
		for at := 0; at < len(line); at++ {
			c := line[at]
			switch {
			case inside:
				if c != ' ' && c != '\t' {
					kinds[i] = max(kinds[i], comment)
				}
				if c == '*' && at+1 < len(line) && line[at+1] == '/' {
					inside = false
					at++
				}
			case c == ' ' || c == '\t' || c == '\r':
			case c == '/' && at+1 < len(line) && line[at+1] == '/':
				kinds[i] = max(kinds[i], comment)
				at = len(line)
			case c == '/' && at+1 < len(line) && line[at+1] == '*':
				kinds[i] = max(kinds[i], comment)
				inside = true
				at++
			default:
				kinds[i] = code
				if c == '"' {
					at = endOfText(line, at)
				}
			}
		}
	}
}

// endOfText returns where the text that begins at a quote ends: at its other quote
// or with the line.
func endOfText(line []byte, at int) int {
	for at++; at < len(line) && line[at] != '"'; at++ {
		if line[at] == '\\' {
			at++
		}
	}
	return at
}
