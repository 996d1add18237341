// Package book keeps account, from the outside, of what an allocator was told and what it
// answered: who is there, what they hold, what they refused. A call costs what it touches.
// The drawer chooses by it, and witnesses hold answers to it. It decides nothing and shares
// no code with an allocator.
package book
