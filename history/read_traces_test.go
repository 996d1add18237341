package history

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const twoTraces = `{"op":"initialize","trace":"one","expect":{}}

{"op":"pause","expect":{}}
{"op":"initialize","trace":"two"}
{"op":"add_agent","agent":"a","total":[],"expect":{"offers":[{"framework":"f","role":"r","agent":"a","resources":[]}]}}
`

func TestReadCutsLinesIntoTraces(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err := z.Write([]byte(twoTraces))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for _, text := range []string{twoTraces, strings.ReplaceAll(twoTraces, "\n", "\r\n"), zipped.String()} {
		traces, err := Read(strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, []Trace{
			{"one", []Step{{1, &Initialize{Trace: "one"}, &Answer{}}, {3, &Pause{}, &Answer{}}}},
			{"two", []Step{
				{4, &Initialize{Trace: "two"}, nil},
				{5, &AddAgent{Agent: "a"}, &Answer{Offers: []Offer{{"f", "r", "a", []Resource{}}}}},
			}},
		}, traces)
	}
	short, err := ReadShort(strings.NewReader("initialize one\n # a comment\n\npause\ninitialize two\nagent a"))
	require.NoError(t, err)
	require.Equal(t, []Trace{
		{"one", []Step{{1, &Initialize{Trace: "one"}, nil}, {4, &Pause{}, nil}}},
		{"two", []Step{{5, &Initialize{Trace: "two"}, nil}, {6, &AddAgent{Agent: "a"}, nil}}},
	}, short)
	require.Equal(t, "initialize two\nagent a\n", FormatLines(short[1].Ops()))
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("no disk") }

func TestReadSaysWhere(t *testing.T) {
	for text, message := range map[string]string{
		`{"op":"pause"}`:                          "line 1: pause: a trace begins with initialize",
		twoTraces + `{"op":"pause","x":1}`:        "line 6: pause: x: unknown field",
		twoTraces + "\n\n{":                       "line 8: not JSON",
		"\x1f\x8bgzip":                            "history: ",
		`{"op":"initialize","trace":"t"}` + "\n1": "line 2: want an object, got a number",
	} {
		_, err := Read(strings.NewReader(text))
		require.ErrorContains(t, err, message)
	}
	_, err := ReadShort(strings.NewReader("initialize t\nadvance"))
	require.EqualError(t, err, "line 2: advance: seconds: missing")
	_, err = Read(failingReader{})
	require.ErrorContains(t, err, "line 1: no disk")
}

// A scripted driver gives the answers it was told.
type scripted struct {
	answers []Answer
	fails   error // after the last answer
}

func (s *scripted) Apply(Op) (Answer, error) {
	if len(s.answers) == 0 {
		return Answer{}, s.fails
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return answer, nil
}

func TestReplayStopsAtTheFirstDifference(t *testing.T) {
	traces, err := Read(strings.NewReader(twoTraces))
	require.NoError(t, err)
	right := *traces[1].Steps[1].Expect
	require.NoError(t, Replay(traces[0], &scripted{answers: []Answer{{}, {}}}))
	require.NoError(t, Replay(traces[1], &scripted{answers: []Answer{offered(t, "cpus:1"), right}}), "nothing is known of the first answer")

	var mismatch *Mismatch
	err = Replay(traces[1], &scripted{answers: []Answer{{}, {}}})
	require.ErrorAs(t, err, &mismatch)
	require.ErrorIs(t, err, ErrDifferent)
	require.Equal(t, "two", mismatch.Trace)
	require.Equal(t, 5, mismatch.Step.Line)
	require.Equal(t, 1, mismatch.Replayed)
	require.False(t, mismatch.Refused)
	require.ErrorContains(t, err, "trace two, line 5: agent a\nexpected: \n  offer f r a []\ngot: nothing\nanswers differ: offer f r a: expected, but missing")

	refusal := errors.New("no")
	err = Replay(traces[0], &scripted{answers: []Answer{{}}, fails: refusal})
	require.ErrorAs(t, err, &mismatch)
	require.ErrorIs(t, err, refusal)
	require.True(t, mismatch.Refused)
	require.EqualError(t, err, "trace one, line 3: pause\nexpected: nothing\nrefused: no")
}

func TestAnswersForPeople(t *testing.T) {
	yes := true
	answer := offered(t, "cpus:1")
	answer.InverseOffers = []InverseOffer{{"f", "a", 10}}
	answer.OK = &yes
	answer.Statuses = []AgentStatuses{{"a", map[string]string{"f": Accept}}}
	require.Equal(t, "\n  offer f r a [cpus:1]\n  inverse offer f a 10\n  ok true\n  statuses of a f ACCEPT", answer.String())
}

func TestReadFileNamesTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wrong.jsonl")
	require.NoError(t, os.WriteFile(file, []byte("{}\n"), 0o600))
	_, err := ReadFile(file)
	require.ErrorContains(t, err, file+": ")
	var fault *Error
	require.ErrorAs(t, err, &fault)
	_, err = ReadFile(file + ".gz")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(file, []byte("\n"), 0o600))
	_, err = ReadFile(file)
	require.EqualError(t, err, file+": no trace in it")
}
