// Package apportion is the home of an allocator of cluster resources with the
// behaviour of Apache Mesos's. Go programs use package core; include/apportion.h
// is for all others.
package apportion

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var version string

// Release returns the release of this source tree, such as "0.2.0". The file
// VERSION is its one source, for the library's file name and apportion.pc, too.
func Release() string { return strings.TrimSpace(version) }
