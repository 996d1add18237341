// Package scenario reads scenarios: YAML files that describe a cluster that is made
// up, what happens in it, and what is expected of it.
//
// Reading is strict: a key that is not known, a value of the wrong type and a
// scenario that contradicts itself are errors with file, line, column and the source
// line. The types' tags are the table of all keys: the decoder applies their
// defaults, and tests make a JSON schema of them and hold
// docs/scenarios.md to them.
//
//	key       how it is written
//	unit      what its values are, for people and for the schema
//	default   the value that is taken if it is left out, as it would be written
//	doc       what it means
package scenario
