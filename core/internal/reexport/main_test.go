package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTypesAreUpToDate(t *testing.T) {
	want, err := generate("..")
	require.NoError(t, err)
	got, err := os.ReadFile("../../" + file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "core/%s is stale: run go generate ./core", file)
}
