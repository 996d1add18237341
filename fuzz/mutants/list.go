package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// A mutation is a fault put into a function of a file: the text find is replaced,
// which has to be there once, unless it is known where.
type mutation struct {
	file string
	fault
	at int // of find, 0 if it is there once
}

// place is the part of the file that is replaced.
func (m *mutation) place(text string) (from, to int) {
	from = m.at
	if from == 0 {
		from = strings.Index(text, m.find)
	}
	return from, from + len(m.find)
}

type fault struct{ name, find, replace string }

// faultList is the planted faults. Its head says how it is written.
//
//go:embed faults.txt
var faultList string

// readFaults reads a list of faults.
func readFaults(list string) (out []mutation, err error) {
	file, texts := "", 0
	for n, line := range strings.Split(list, "\n") {
		text := strings.TrimLeft(line, " ")
		depth := len(line) - len(text)
		switch {
		case text == "" || strings.HasPrefix(line, "#"):
		case depth == 0:
			file = text
		case depth == 2:
			out, texts = append(out, mutation{file: file, fault: fault{name: text}}), 0
		case depth == 4 && len(out) > 0 && texts < 2:
			m := &out[len(out)-1]
			if *[]*string{&m.find, &m.replace}[texts], err = strconv.Unquote(text); err != nil {
				return nil, fmt.Errorf("faults.txt: line %d: %s is no string of Go", n+1, text)
			}
			texts++
		default:
			return nil, fmt.Errorf("faults.txt: line %d: neither a file, nor a fault, nor one of its two texts", n+1)
		}
	}
	return out, nil
}
