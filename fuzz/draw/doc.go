// Package draw makes up tapes: calls of an allocator, chosen by what the book says.
// What kinds of calls and of resources there are, and how often, is drawn for each
// history anew, with some left out altogether (swarm testing), and drawn again from
// time to time: bursts of arrivals, storms of refusals, long quiet.
package draw
