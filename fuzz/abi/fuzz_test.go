package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// FuzzDecode reads bytes as results: whatever they are, it ends, and takes no
// more memory than they are worth. A description that is one is the same when it
// is written and read again.
func FuzzDecode(f *testing.F) {
	text := "text"
	for _, k := range []core.Kind{
		{Name: "cpus"},
		{Name: "ports", Type: core.Ranges, Revocable: true, Provider: &text},
		{Name: "disk", Shared: true, Reservations: []core.Reservation{{Type: core.Dynamic, Role: "a", Principal: &text, Labels: []core.Label{{Key: "k"}}}},
			Disk: &core.Disk{Source: core.Mount, Root: &text, Persistence: &text, Metadata: []core.Label{{Key: "k", Value: &text}}}},
	} {
		e := &encoder{}
		encodeKind(e, &k)
		f.Add(e.bytes)
	}
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, content []byte) {
		d := &decoder{bytes: content}
		require.LessOrEqual(t, len(decodeList(d, nil, decodeResource)), len(content))
		d = &decoder{bytes: content}
		k := decodeKind(d)
		if d.end() != nil {
			return
		}
		e := &encoder{}
		encodeKind(e, &k)
		again := &decoder{bytes: e.bytes}
		require.Equal(t, k, decodeKind(again))
		require.NoError(t, again.end())
	})
}
