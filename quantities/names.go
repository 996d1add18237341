package quantities

import (
	"errors"
	"fmt"
	"strings"

	"github.com/apportion/apportion/internal/widths"
)

// Name is an interned resource name ("cpus", "mem"): an index into the rows of
// everything that shares one [Names].
type Name uint16

// MaxNames bounds how many different names one [Names] can hold.
const MaxNames = 1 << 16

// NearNames is how many names have a place of their own in every row: the first.
// Most clusters have no others. What is held of those beyond them, the far names,
// is listed. It is no more than the bits of a word.
const NearNames = 1 << widths.NearName

// ErrEmptyName is returned for the empty resource name.
var ErrEmptyName = errors.New("resource name is empty")

// TooManyNamesError is returned for the first name beyond MaxNames.
type TooManyNamesError struct {
	Name string // the name for which there is no room
}

func (e *TooManyNamesError) Error() string {
	return fmt.Sprintf("resource name %q: there are %d names already", e.Name, MaxNames)
}

// Names interns resource names. The zero value is empty and ready. A name is
// never forgotten, and a [Name] says nothing about the alphabetical order.
type Names struct {
	index map[string]Name
	list  []string
}

// Intern returns the index of name, and gives it the next free one if it is
// new. It returns ErrEmptyName or a *TooManyNamesError. The string is copied.
func (n *Names) Intern(name string) (Name, error) {
	if i, ok := n.index[name]; ok {
		return i, nil
	}
	if name == "" {
		return 0, ErrEmptyName
	}
	if len(n.list) == MaxNames {
		return 0, &TooManyNamesError{Name: name}
	}
	if n.index == nil {
		n.index = make(map[string]Name)
	}
	name = strings.Clone(name)
	i := Name(len(n.list))
	n.index[name] = i
	n.list = append(n.list, name)
	return i, nil
}

// Lookup returns the index of name, if it was interned.
func (n *Names) Lookup(name string) (Name, bool) {
	i, ok := n.index[name]
	return i, ok
}

// String returns the name with index i, or a placeholder if there is none.
func (n *Names) String(i Name) string {
	if int(i) >= len(n.list) {
		return fmt.Sprintf("name#%d", i)
	}
	return n.list[i]
}

// Len returns how many names there are; they are the indices below it.
func (n *Names) Len() int { return len(n.list) }
