package agents

import (
	"strings"
	"unsafe"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Names holds an agent's id, hostname and region in one string: the garbage collector
// follows one pointer an agent instead of three.
type Names struct {
	text           string
	idEnd, hostEnd uint32
}

// Name returns the agent's id.
func (n *Names) Name() string { return n.text[:n.idEnd] }

// Hostname returns the name of the agent's host.
func (n *Names) Hostname() string { return n.text[n.idEnd:n.hostEnd] }

// Region returns the agent's region, or "".
func (n *Names) Region() string { return n.text[n.hostEnd:] }

// keepNames copies names, which may be parts of longer strings.
func keepNames(r *container.Arena[byte], name, hostname, region string) Names {
	b := r.Take(len(name) + len(hostname) + len(region))
	b = append(append(append(b, name...), hostname...), region...)
	return Names{
		text:    unsafe.String(unsafe.SliceData(b), len(b)),
		idEnd:   uint32(len(name)),
		hostEnd: uint32(len(name) + len(hostname)),
	}
}

// setNames sets an agent's names, and whether it is Remote.
func (as *Agents) setNames(g *Agent, name, hostname, region string) {
	g.Names = keepNames(&as.Memory.text, name, hostname, region)
	g.Remote = isRemote(as.options, region)
}

// CompareNames compares two agents by id.
func (as *Agents) CompareNames(x, y slots.Agent) int {
	return strings.Compare(as.At(x).Name(), as.At(y).Name())
}
