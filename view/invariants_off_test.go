//go:build !invariants

package view

const checking = false
