// Package tests holds the tests of the C library and its headers: C and C++
// programs, and what can be told from the library's file.
package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeaderCompiles(t *testing.T) {
	for _, standard := range []string{"c89", "gnu89", "c99", "c11", "c17"} {
		compile(t, "gcc", "-std="+standard, "-Wno-long-long", "-fsyntax-only", "c/init.c")
	}
	for _, standard := range []string{"c++11", "c++14", "c++17", "c++20"} {
		compile(t, "g++", "-x", "c++", "-std="+standard, "-fsyntax-only", "c/init.c")
	}
	for _, standard := range []string{"c++17", "c++20"} {
		compile(t, "g++", "-x", "c++", "-std="+standard, "-Wshadow", "-fsyntax-only", codes(t), release(t), "c/e2e.cpp")
	}
}

// TestHandlesHaveTypes: of the mistakes in types.c and types.cpp none compiles, because
// types differ.
func TestHandlesHaveTypes(t *testing.T) {
	for _, standard := range []string{"-std=c99", "-std=c89"} {
		mistaken(t, "c/types.c", `incompatible type|invalid operands|passing argument .* from incompatible pointer`,
			"gcc", standard, "-Wno-long-long", "-Werror=incompatible-pointer-types", "-ftrack-macro-expansion=0")
	}
	mistaken(t, "c/types.cpp", `cannot convert|could not convert|no match|use of deleted`, "g++", "-std=c++17", "-Wshadow")
}

// mistaken compiles a file, and holds that of it with MISTAKES each line that is marked as
// one, and no other, is an error that begins so.
func mistaken(t *testing.T, file, beginning, compiler string, arguments ...string) {
	compile(t, compiler, append(arguments, "-fsyntax-only", file)...)
	mistakes := mistakesIn(t, file)
	out, err := exec.Command(compiler, append(arguments, "-I../../include", "-DMISTAKES", "-fsyntax-only", file)...).CombinedOutput()
	require.Error(t, err)
	var refused []string
	for _, m := range regexp.MustCompile(regexp.QuoteMeta(file)+`:(\d+):\d+: error: (`+beginning+`)`).FindAllStringSubmatch(string(out), -1) {
		refused = append(refused, m[1])
	}
	require.Equal(t, mistakes, slices.Compact(refused), string(out))
	require.Equal(t, len(refused), strings.Count(string(out), " error: "))
}

// mistakesIn are the numbers of the lines of a file that say that they are one.
func mistakesIn(t *testing.T, path string) []string {
	var mistakes []string
	number := 0
	for line := range strings.Lines(read(t, path)) {
		number++
		if strings.HasSuffix(strings.TrimSuffix(strings.TrimSpace(line), " */"), " mistake") {
			mistakes = append(mistakes, strconv.Itoa(number))
		}
	}
	require.Greater(t, len(mistakes), 10)
	return mistakes
}

// TestHandlesAreInRegisters: what the compiler makes of calls with handles is what it makes
// of them where these are plain integers.
func TestHandlesAreInRegisters(t *testing.T) {
	const handle = `typedef struct (apportion_\w+) \{ (\w+) \w+; \}`
	numbers := t.TempDir()
	header := regexp.MustCompile(handle).ReplaceAllString(read(t, "../../include/apportion.h"), "typedef $2")
	require.Contains(t, header, "\ntypedef uint64_t apportion_agent;\n")
	require.NotRegexp(t, handle, header)
	require.NoError(t, os.WriteFile(filepath.Join(numbers, "apportion.h"), []byte(header), 0o644))
	for _, compiler := range []string{"gcc", "aarch64-linux-gnu-gcc"} {
		t.Run(compiler, func(t *testing.T) {
			needs(t, compiler)
			assembly := func(folder string) string {
				return run(t, compiler, "-O2", "-S", "-o", "-", "-I"+folder, "c/registers.c")
			}
			require.Equal(t, assembly(numbers), assembly("../../include"))
		})
	}
}

// TestMustCheck: who drops a code is warned, unless it is of one of a few
// functions or the macro is defined as nothing.
func TestMustCheck(t *testing.T) {
	header := withoutComments(read(t, "../../include/apportion.h"))
	var free []string
	for _, m := range regexp.MustCompile(`(?s)\nint32_t apportion_(\w+)\([^)]*\)([^;]*);`).FindAllStringSubmatch(header, -1) {
		if strings.TrimSpace(m[2]) != "APPORTION_MUST_CHECK" {
			free = append(free, m[1])
		}
	}
	require.Equal(t, []string{"abi_version", "version", "code_name", "destroy", "last_error"}, free)

	const drops = "#include <apportion.h>\nvoid drops(apportion_instance a) { apportion_pause(a); }\n"
	const dropsBool = "#include <apportion.hpp>\nusing namespace apportion;\nvoid drops(allocator& a, batch& b, std::vector<result>& r, agent_id m) {\n"
	for _, x := range []struct{ compiler, standard, source string }{
		{"gcc", "-std=c89", drops},
		{"g++", "-std=c++11", drops},
		{"g++", "-std=c++17", dropsBool + "a.submit(b, r);\n}\n"},
		{"g++", "-std=c++17", dropsBool + "a.update_available(m, {});\n}\n"},
	} {
		path := filepath.Join(t.TempDir(), map[string]string{"gcc": "drops.c", "g++": "drops.cpp"}[x.compiler])
		require.NoError(t, os.WriteFile(path, []byte(x.source), 0o644))
		out, err := exec.Command(x.compiler, x.standard, "-Werror", "-I../../include", "-c", "-o", os.DevNull, path).CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "unused-result")
		if x.source == drops {
			compile(t, x.compiler, x.standard, "-DAPPORTION_MUST_CHECK=", "-Wno-long-long", "-c", "-o", os.DevNull, path)
		}
	}
}

// TestPrototypes compares the header with what cgo made of the exports.
func TestPrototypes(t *testing.T) {
	compile(t, "gcc", "-std=gnu11", "-Wno-pedantic", "-fsyntax-only", "-I"+plain(t), "c/prototypes.c")
}

// TestEveryFunctionIsDocumented: whether it is, not how well. The version that
// it is there since is the list's.
func TestEveryFunctionIsDocumented(t *testing.T) {
	header, listed := read(t, "../../include/apportion.h"), read(t, "../symbols.txt")
	for _, name := range functions(t) {
		before, _, ok := strings.Cut(header, "\nint32_t "+name+"(")
		require.True(t, ok, name)
		comment := before[strings.LastIndex(before, "/*"):]
		require.True(t, strings.HasSuffix(comment, "*/"), name)
		text := strings.Join(strings.Fields(strings.ReplaceAll(comment, "\n *", " ")), " ")
		require.Regexp(t, `Threads: (any|reader|serial)`, text, name)
		require.Contains(t, text, ". Keeps: ", name)
		require.Contains(t, text, ". Errors: ", name)
		require.Contains(t, text, ". Cost: ", name)
		version := 1
		if since := regexp.MustCompile(`Since: (\d+)\.`).FindStringSubmatch(text); since != nil {
			var err error
			version, err = strconv.Atoi(since[1])
			require.NoError(t, err)
		}
		require.Contains(t, listed, fmt.Sprintf("%s %d\n", name, version))
		require.LessOrEqual(t, version, abiVersion(t), name)
	}
}

// TestCodeNames: C++'s names of codes are those of the header's macros.
// e2e.cpp compares them with what apportion_code_name says.
func TestCodeNames(t *testing.T) {
	cpp := read(t, "../../include/apportion.hpp")
	for _, name := range constants(t, `APPORTION_E_\w+`) {
		require.Contains(t, cpp, "case "+name+`: return "`+strings.TrimPrefix(name, "APPORTION_E_")+`";`)
	}
}

// TestNoStructIsLeftOut: Go has each as C has it, init.c the initialiser of each record and sizes.c its
// least size. What they are made of abidiff compares (TestABIIsAsDescribed).
func TestNoStructIsLeftOut(t *testing.T) {
	header := withoutComments(read(t, "../../include/apportion.h"))
	inGo, initialised, sizes := read(t, "../header_generated.go"), read(t, "c/init.c"), read(t, "c/sizes.c")
	structs := regexp.MustCompile(`(?s)typedef struct (\w+) \{\n(.*?)\n\} (\w+);`).FindAllStringSubmatch(header, -1)
	require.Greater(t, len(structs), 40)
	for _, s := range structs {
		name := s[1]
		require.Equal(t, name, s[3])
		require.Regexp(t, `\b`+name+` += C\.`+name+`\n`, inGo)
		if strings.Contains(s[2], "struct_size") {
			require.True(t, strings.HasPrefix(strings.TrimSpace(s[2]), "uint32_t struct_size;"), name)
			require.Contains(t, header, "#define "+strings.ToUpper(name)+"_INIT")
			require.Contains(t, initialised, strings.ToUpper(name)+"_INIT;")
			require.Regexp(t, `\nLEAST\(`+name+`, \S+\s+`+strings.ToUpper(name)+`_MIN_SIZE\)`, sizes)
		}
	}
}

// functions returns the names of all functions of the header, sorted.
func functions(t *testing.T) []string {
	header := withoutComments(read(t, "../../include/apportion.h"))
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^int32_t (apportion_\w+)\(`).FindAllStringSubmatch(header, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return names
}

// codes returns the definition of ALL_CODES, the header's error codes.
func codes(t *testing.T) string {
	return "-DALL_CODES=" + strings.Join(constants(t, `APPORTION_E_\w+`), ",")
}

// release returns the definition of RELEASE, what apportion_version is to say.
func release(t *testing.T) string {
	return "-DRELEASE=" + strconv.Quote(strings.TrimSpace(read(t, "../../VERSION")))
}

// abiVersion is that of the header.
func abiVersion(t *testing.T) int {
	version, err := strconv.Atoi(regexp.MustCompile(`#define APPORTION_ABI_VERSION (\d+)`).FindStringSubmatch(read(t, "../../include/apportion.h"))[1])
	require.NoError(t, err)
	return version
}

// operations returns the definition of ALL_OPS, the header's operations.
func operations(t *testing.T) string {
	ops := slices.DeleteFunc(constants(t, `APPORTION_OP_\w+`), func(name string) bool { return strings.HasSuffix(name, "_SIZE") })
	return "-DALL_OPS=" + strings.Join(ops, ",")
}

func constants(t *testing.T, pattern string) []string {
	var names []string
	header := read(t, "../../include/apportion.h")
	for _, m := range regexp.MustCompile(`(?m)^#define (`+pattern+`) [(\d]`).FindAllStringSubmatch(header, -1) {
		names = append(names, m[1])
	}
	require.NotEmpty(t, names)
	return names
}

func withoutComments(header string) string {
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(header, "")
}

func read(t *testing.T, path string) string {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}
