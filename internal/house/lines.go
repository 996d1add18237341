package house

import (
	"bytes"
	"cmp"
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
	Lines    Lines // without those between marks
	Marked   Lines // those that are generated in a file that is not, between marks
}

var languages = map[string]string{
	".go": "Go", ".s": "assembly", ".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".hpp": "C++",
	".js": "JavaScript", ".css": "CSS", ".py": "Python", ".sh": "shell", ".mk": "make", "Makefile": "make",
}

var (
	generated = regexp.MustCompile(`(?m)^(//|#|/\*) Code generated .* DO NOT EDIT\.`)
	marked    = regexp.MustCompile(`(?ms)^[ \t]*(?://|#) ---- begin: [^\n]*do not edit$.*?^[ \t]*(?://|#) ---- end: [^\n]*\n`)
)

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
		language := cmp.Or(languages[filepath.Ext(name)], languages[entry.Name()])
		if language == "" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative := filepath.ToSlash(name[len(root)+1:])
		file := File{Path: relative, Language: language, Purpose: purposeOf(relative, text), Lines: count(language, marked.ReplaceAll(text, nil))}
		for _, part := range marked.FindAll(text, -1) {
			file.Marked.add(count(language, part))
		}
		files = append(files, file)
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

// Tokens of languages with // and /* */, and of those with #; the first group is a
// comment. Numbers of C++ may have quotes in them. A text in three quotes that begins
// a line of Python is its documentation and counts as a comment.
var (
	slashes = regexp.MustCompile("(?s)(//[^\n]*|/\\*.*?\\*/)|\"(?:\\\\.|[^\"\\\\\n])*\"|`[^`]*`|[0-9](?:'?\\w)*|'(?:\\\\.|[^'\\\\\n])*'|\\S")
	hashes  = regexp.MustCompile(`(?sm)(#[^\n]*|^[ \t]*""".*?""")|""".*?"""|\S`)
)

// count tells code, comments and blanks of a file apart.
func count(language string, text []byte) (sum Lines) {
	tokens := slashes
	if language == "Python" || language == "shell" || language == "make" {
		tokens = hashes
	}
	newlines := func(from, to int) int { return bytes.Count(text[from:to], []byte("\n")) }
	all := newlines(0, len(text))
	isCode, isComment := make([]bool, all+1), make([]bool, all+1)
	line, end := 0, 0
	for _, token := range tokens.FindAllSubmatchIndex(text, -1) {
		marks := isCode
		if token[2] >= 0 {
			marks = isComment
		}
		line += newlines(end, token[0])
		end = token[1]
		marks[line] = true
		for range newlines(token[0], end) {
			line++
			marks[line] = true
		}
	}
	for i := range all {
		switch {
		case isCode[i]:
			sum.Code++
		case isComment[i]:
			sum.Comment++
		default:
			sum.Blank++
		}
	}
	return sum
}
