//go:build !invariants

package sorter

// invariantsOn makes every exit that follows a change check the invariants.
const invariantsOn = false
