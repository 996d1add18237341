// Package container holds the data structures that the allocator's packages share. They know
// nothing of agents, frameworks or shares. Of the module they import only package wire, by which
// they are written and read.
//
// Elements are found by slots: dense indices of 32 bits, reused after they have
// been given back. Nothing here is safe for concurrent use unless all users
// only read.
package container
