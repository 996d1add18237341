//go:build !invariants

package order

// invariantsOn makes every exit that follows a change check the invariants.
const invariantsOn = false
