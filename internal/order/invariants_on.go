//go:build invariants

package order

const invariantsOn = true
