// Package top shows an allocator in a terminal as the page of docs/view.md does in a browser:
// it asks the same questions, of a server or of a player, and draws the answers as text.
package top
