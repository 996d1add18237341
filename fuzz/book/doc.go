// Package book keeps account, from the outside, of what an allocator has been told
// on a tape and what it has answered: who is there, what they hold, what they
// refused. It is to tapes what world is to histories, made so that a call costs
// what it touches. What is drawn next is chosen by it, and witnesses hold the
// answers to it. It decides nothing and shares no code with an allocator.
package book
