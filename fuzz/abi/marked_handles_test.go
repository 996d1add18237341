package abi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/handle"
)

// What the library says of a handle reads as the core says it, also where the library knows that an
// instance has never given it out.
func TestTextsNameTheCoresHandles(t *testing.T) {
	i := instance{handle.MarkOf(handle.Make(handle.Instance, 5, 7))}
	h := handle.Make(handle.Agent, 1, 2)
	marked := i.mark.On(h)
	require.NotEqual(t, h, marked)
	for said, want := range map[string]string{
		fmt.Sprintf("agent handle %#x: that is of another instance", marked): fmt.Sprintf("agent handle %#x: never given out", h),
		fmt.Sprintf("agent handle %#x: that is a framework's", marked):       fmt.Sprintf("agent handle %#x: that is a framework's", h),
		"agent handle 0x3039: never given out":                               "agent handle 0x3039: never given out",
		"no handle at all":                                                   "no handle at all",
	} {
		require.Equal(t, want, i.unmarked(said))
	}
}
