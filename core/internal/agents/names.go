package agents

import (
	"strings"
	"unsafe"

	"github.com/apportion/apportion/core/internal/slots"
)

// Names are an agent's id, the name of its host, and its region, or "".
type Names struct{ Name, Hostname, Region string }

// setNames gives an agent copies of names, which may be parts of longer strings, and sets Remote. The copies lie in a
// chunk that agents share, and are good for as long as anybody has them.
func (as *Agents) setNames(g *Agent, name, hostname, region string) {
	b := as.Memory.text.Take(len(name) + len(hostname) + len(region))
	b = append(append(append(b, name...), hostname...), region...)
	text := unsafe.String(unsafe.SliceData(b), len(b))
	g.Names = Names{text[:len(name)], text[len(name):][:len(hostname)], text[len(name)+len(hostname):]}
	g.Remote = region != "" && region != as.options.Region
}

// CompareNames compares two agents by id.
func (as *Agents) CompareNames(x, y slots.Agent) int {
	return strings.Compare(as.At(x).Name, as.At(y).Name)
}
