package tests

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// installed runs make install into an empty folder, as a distribution does for
// its packages, and returns that folder.
func installed(t *testing.T, settings ...string) string {
	plain(t) // so that it is not built twice at the same time
	root := t.TempDir()
	makeAll(t, append(settings, "install", "DESTDIR="+root)...)
	return root
}

func makeAll(t *testing.T, arguments ...string) {
	run(t, "make", append([]string{"-C", "../..", "BUILD=" + plain(t)}, arguments...)...)
}

func TestInstall(t *testing.T) {
	root := installed(t, "PREFIX=/usr", "LIBDIR=/usr/lib/x86_64-linux-gnu")
	library := "usr/lib/x86_64-linux-gnu/libapportion.so"
	version := lookIn(t, filepath.Join(root, "usr/lib/x86_64-linux-gnu/pkgconfig/apportion.pc"), "Version: ")
	require.Equal(t, strings.TrimSpace(read(t, "../../VERSION")), version)
	examples := filesIn(t, filepath.Join(root, "usr/share/doc/apportion/examples"))
	for name := range outcomes {
		require.Subset(t, examples, []string{name + ".c", name + ".cpp", name + ".py"})
	}
	packaged := filesIn(t, filepath.Join(root, "usr/lib/python3/dist-packages/apportion"))
	require.Subset(t, packaged, []string{"__init__.py", "_generated.py", "py.typed"})
	var pages []string // that the header refers to
	for _, name := range regexp.MustCompile(`docs/\w+\.md`).FindAllString(read(t, "../../include/apportion.h"), -1) {
		pages = append(pages, "usr/share/doc/apportion/"+filepath.Base(name))
	}
	require.Contains(t, pages, "usr/share/doc/apportion/contract.md")
	require.Subset(t, filesIn(t, root), pages)
	others := slices.DeleteFunc(filesIn(t, root), func(path string) bool {
		return strings.Contains(path, "/examples/") || strings.Contains(path, "/dist-packages/apportion/") || slices.Contains(pages, path)
	})
	require.Equal(t, []string{
		"usr/bin/apportion",
		"usr/include/apportion.h",
		"usr/include/apportion.hpp",
		library,
		library + ".0",
		library + "." + version,
		"usr/lib/x86_64-linux-gnu/pkgconfig/apportion.pc",
		"usr/share/bash-completion/completions/apportion",
		"usr/share/doc/apportion/abi.md",
		"usr/share/fish/vendor_completions.d/apportion.fish",
		"usr/share/man/man1/apportion.1",
		"usr/share/zsh/site-functions/_apportion",
	}, others)

	links := []string{library, library + ".0"}
	for i, to := range []string{"libapportion.so.0", "libapportion.so." + version} {
		target, err := os.Readlink(filepath.Join(root, links[i]))
		require.NoError(t, err)
		require.Equal(t, to, target)
	}
	require.Contains(t, run(t, filepath.Join(root, "usr/bin/apportion"), "--help"), "replay")
	require.Equal(t, "apportion version "+version+"\n", run(t, filepath.Join(root, "usr/bin/apportion"), "--version"))

	makeAll(t, "uninstall", "DESTDIR="+root, "PREFIX=/usr", "LIBDIR=/usr/lib/x86_64-linux-gnu")
	require.Empty(t, filesIn(t, root))
}

// TestInstallBuildsNothingAnew: whoever installs what is built needs no Go.
func TestInstallBuildsNothingAnew(t *testing.T) {
	makeAll(t, "lib", "tool")
	root := installed(t, "PREFIX=/usr", "GO=false")
	require.Equal(t, read(t, filepath.Join(plain(t), "libapportion.so")), read(t, filepath.Join(root, "usr/lib/libapportion.so")))
}

// outcome is what each of the examples prints. At 20 s web starts tasks at once:
// it revives, and its quota has kept cpus back from batch. Without either it would
// wait until batch has no more to start.
const outcome = ` 0 s: starts 2 of web, 16 of batch
 8 s: starts 0 of web, 12 of batch
 9 s: starts 0 of web, 4 of batch
16 s: starts 0 of web, 8 of batch
17 s: starts 0 of web, 8 of batch
20 s: starts 2 of web, 0 of batch
24 s: starts 0 of web, 4 of batch
25 s: starts 0 of web, 8 of batch
51 cycles made 61 offers
`

// outcomes are what the examples print, by name.
var outcomes = map[string]string{
	"scheduler": outcome,
	"deadlines": `repair, due at 99
report, due at 10
video, due at 20
report, due at 30
video, due at 40
report, due at 50
`,
	"restart": ` 0 s: m1 runs web's task, m2 is refused for an hour
after the restart, 60 s: offered nothing
after the restart, 3600 s: offered m2
damaged: INVALID
`,
	"priorities": `web 3, db 3, train 4, crawl 2
web 6, db 3, train 2, crawl 1
web 3, db 3, train 4, crawl 2
`,
}

// TestExamples builds the examples as their heads say, with what pkg-config
// says of an installed library and nothing else, then with sanitizers, and
// compares what they print.
func TestExamples(t *testing.T) {
	root := installed(t, "PREFIX=/opt/apportion")
	libraries := "LD_LIBRARY_PATH=" + filepath.Join(root, "opt/apportion/lib")

	t.Run("C and C++", func(t *testing.T) {
		needs(t, "pkg-config")
		flags := strings.Fields(runWith(t, []string{
			"PKG_CONFIG_PATH=" + filepath.Join(root, "opt/apportion/lib/pkgconfig"),
			"PKG_CONFIG_SYSROOT_DIR=" + root,
		}, "pkg-config", "--cflags", "--libs", "apportion"))
		for _, compiler := range [][]string{
			{"gcc", "-std=c99", "../../examples/scheduler.c"},
			{"g++", "-std=c++17", "../../examples/scheduler.cpp"},
			{"gcc", "-std=c99", "../../examples/deadlines.c"},
			{"g++", "-std=c++17", "../../examples/deadlines.cpp"},
			{"gcc", "-std=c99", "../../examples/restart.c"},
			{"g++", "-std=c++17", "../../examples/restart.cpp"},
			{"gcc", "-std=c99", "../../examples/priorities.c"},
			{"g++", "-std=c++17", "../../examples/priorities.cpp"},
		} {
			name, _, _ := strings.Cut(filepath.Base(compiler[2]), ".")
			for _, sanitizers := range [][]string{nil, asan} {
				path := filepath.Join(t.TempDir(), "program")
				run(t, compiler[0], slices.Concat(compiler[1:], []string{"-Wall", "-Wextra", "-pedantic", "-Werror"}, sanitizers, flags, []string{"-o", path})...)
				require.Equal(t, outcomes[name], runWith(t, []string{libraries}, path))
			}
		}
	})
	t.Run("Python", func(t *testing.T) {
		needs(t, "python3")
		module := "PYTHONPATH=" + filepath.Join(root, "opt/apportion/lib/python3/dist-packages")
		for name, printed := range outcomes {
			require.Equal(t, printed, runWith(t, []string{libraries, module}, "python3", "-B", "../../examples/"+name+".py"))
		}
		servesThePage(t, libraries, module)
	})
}

// TestWheel installs the wheel into an environment of Python's that has nothing else, and
// runs the examples there, with no library of the system's.
func TestWheel(t *testing.T) {
	needs(t, "python3")
	makeAll(t, "wheel")
	wheels, err := filepath.Glob(filepath.Join(plain(t), "*.whl"))
	require.NoError(t, err)
	require.Len(t, wheels, 1)
	first := read(t, wheels[0])
	makeAll(t, "wheel")
	require.True(t, first == read(t, wheels[0]), "the same files give the same bytes")

	environment := filepath.Join(t.TempDir(), "environment")
	run(t, "python3", "-m", "venv", "--without-pip", environment)
	run(t, "python3", "-m", "pip", "--python", environment, "install", "--no-index", "--no-deps", wheels[0])
	python := filepath.Join(environment, "bin/python3")
	outside := []string{"APPORTION_LIBRARY=", "PYTHONPATH=", "LD_LIBRARY_PATH="}
	for name, printed := range outcomes {
		require.Equal(t, printed, runWith(t, outside, python, "-I", "-B", "../../examples/"+name+".py"))
	}
	said := runWith(t, outside, python, "-I", "-c", "import apportion; print(apportion.__version__, apportion.load().version(), apportion.load().path)")
	version := strings.TrimSpace(read(t, "../../VERSION"))
	require.Equal(t, version+" "+version+" "+environment, said[:len(version)*2+2+len(environment)])
	run(t, "python3", "-m", "pip", "--python", environment, "check")
}

// servesThePage runs the example that serves a page, looks at it, and interrupts it.
func servesThePage(t *testing.T, environment ...string) {
	host := exec.Command("python3", "-B", "../../examples/page.py")
	host.Env, host.Stderr = append(os.Environ(), environment...), os.Stderr
	out, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	has, name := "", "" // what the browser has, and another name of the host
	get := func(path string) (int, string) {
		request, err := http.NewRequest(http.MethodGet, strings.TrimSpace(address)+path, nil)
		require.NoError(t, err)
		request.Header.Set("If-None-Match", has)
		request.Host = name
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		has = response.Header.Get("ETag")
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, string(body)
	}
	_, page := get("")
	require.Contains(t, page, "view.js")
	status, page := get("")
	require.Equal(t, http.StatusNotModified, status, "the browser has it")
	require.Empty(t, page)
	require.Eventually(t, func() bool {
		_, data := get("data?since=")
		return strings.Contains(data, `"agents":100`) && strings.Contains(data, `"eng/batch"`)
	}, 2*time.Minute, 50*time.Millisecond)
	status, _ = get("explain?role=nobody")
	require.Equal(t, http.StatusNotFound, status)
	name = "rebound.example"
	status, page = get("")
	require.Equal(t, http.StatusMisdirectedRequest, status, "it is served to this machine alone")
	require.NotContains(t, page, "view.js")
	require.NoError(t, host.Process.Signal(os.Interrupt))
	require.NoError(t, host.Wait())
}

// needs skips a test where a tool is missing.
func needs(t *testing.T, tool string) {
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is missing", tool)
	}
}

// lookIn returns what follows a prefix on its line of a file.
func lookIn(t *testing.T, path, prefix string) string {
	for line := range strings.Lines(read(t, path)) {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("%s: no line with %q", path, prefix)
	return ""
}

// filesIn lists all below a folder but folders, sorted.
func filesIn(t *testing.T, root string) []string {
	var files []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, err = filepath.Rel(root, path)
			files = append(files, path)
		}
		return err
	}))
	slices.Sort(files)
	return files
}
