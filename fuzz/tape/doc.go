// Package tape holds histories as calls of an allocator with their arguments ready:
// whom and what they are about is told by number, so that a call is carried out
// without a text being read, looked up or written. What the numbers stand for, the
// cast of the history says.
//
// A tape can be written down as a history (Ops), which says the same to everyone
// who knows nothing of tapes.
package tape
