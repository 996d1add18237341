package container

import "slices"

// Pieces is a list in an order of the caller's, in pieces: an insertion or a deletion moves
// at most maxPiece elements, and the headers of the pieces. The zero value is empty.
//
// Invariants:
//  1. each piece has 1 to maxPiece elements;
//  2. two that lie side by side have more than maxPiece/2 together.
type Pieces[T any] struct{ pieces [][]T }

const maxPiece = 256

// Empty reports whether there is no element.
func (l *Pieces[T]) Empty() bool { return len(l.pieces) == 0 }

// Place is where an element of Pieces is, or would be: good until the next change.
type Place struct{ piece, at int }

// Find returns the place of the first element that compare does not call less than the one that is
// looked for, and whether it is that one. compare is as for slices.BinarySearchFunc.
func (l *Pieces[T]) Find(compare func(x T) int) (at Place, found bool) {
	if len(l.pieces) == 0 {
		return Place{}, false
	}
	at.piece, _ = slices.BinarySearchFunc(l.pieces, 0, func(piece []T, _ int) int { return compare(piece[len(piece)-1]) })
	at.piece = min(at.piece, len(l.pieces)-1)
	at.at, found = slices.BinarySearchFunc(l.pieces[at.piece], 0, func(x T, _ int) int { return compare(x) })
	return at, found
}

// Insert adds an element at a place.
func (l *Pieces[T]) Insert(p Place, x T) {
	if len(l.pieces) == 0 {
		l.pieces = [][]T{{x}}
		return
	}
	piece := l.pieces[p.piece]
	if len(piece) == maxPiece {
		half := maxPiece / 2
		if p.piece == len(l.pieces)-1 && p.at == maxPiece {
			half = maxPiece - 1 // elements that come in order leave full pieces behind
		}
		l.pieces = slices.Insert(l.pieces, p.piece+1, slices.Clone(piece[half:]))
		clear(piece[half:])
		l.pieces[p.piece] = piece[:half]
		if p.at > half {
			p = Place{p.piece + 1, p.at - half}
		}
	}
	l.pieces[p.piece] = slices.Insert(l.pieces[p.piece], p.at, x)
}

// Delete takes out the element at a place that was found.
func (l *Pieces[T]) Delete(p Place) {
	piece := slices.Delete(l.pieces[p.piece], p.at, p.at+1)
	l.pieces[p.piece] = Shrink(piece, fewInPiece)
	if p.piece > 0 && l.join(p.piece-1) {
		p.piece--
	}
	l.join(p.piece)
	if len(l.pieces) == 1 && len(l.pieces[0]) == 0 {
		l.pieces = nil
	}
}

// fewInPiece is the length of a piece up to which it keeps its memory.
const fewInPiece = 4

// join joins two adjacent pieces if one of them is empty, or if they have few elements together.
func (l *Pieces[T]) join(first int) bool {
	if first+1 >= len(l.pieces) {
		return false
	}
	x, y := l.pieces[first], l.pieces[first+1]
	if len(x) > 0 && len(y) > 0 && len(x)+len(y) > maxPiece/2 {
		return false
	}
	l.pieces[first] = append(x, y...)
	l.pieces = Shrink(slices.Delete(l.pieces, first+1, first+2), fewInPiece)
	return true
}

// All ranges over the elements in order.
func (l *Pieces[T]) All(yield func(x *T) bool) {
	at := l.Begin()
	for x := at.Next(); x != nil && yield(x); x = at.Next() {
	}
}

// Cursor goes through the elements of Pieces, which do not change meanwhile.
type Cursor[T any] struct {
	pieces [][]T
	at     int // in the first of pieces
}

// Begin returns a cursor before the first element.
func (l *Pieces[T]) Begin() Cursor[T] { return Cursor[T]{pieces: l.pieces} }

// Next returns the next element, or nil after the last.
func (c *Cursor[T]) Next() *T {
	if len(c.pieces) > 0 && c.at == len(c.pieces[0]) {
		c.pieces, c.at = c.pieces[1:], 0
	}
	if len(c.pieces) == 0 {
		return nil
	}
	c.at++
	return &c.pieces[0][c.at-1]
}
