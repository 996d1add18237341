//go:build invariants

package sorter

const invariantsOn = true
