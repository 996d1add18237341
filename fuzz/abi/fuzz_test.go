package abi

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzDecode reads bytes as results: whatever they are, it ends, and takes no
// more memory than they are worth.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, content []byte) {
		d := &decoder{bytes: content}
		require.LessOrEqual(t, len(decodeList(d, nil, decodeResource)), len(content))
	})
}
