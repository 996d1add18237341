package core

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// agentNames is what an agent is called, in one string: its id, its host's name
// and its region. There are as many as agents, and the collector follows each
// string by itself.
type agentNames struct {
	text           string
	idEnd, hostEnd uint32
}

func (n *agentNames) name() string     { return n.text[:n.idEnd] }
func (n *agentNames) hostname() string { return n.text[n.idEnd:n.hostEnd] }
func (n *agentNames) region() string   { return n.text[n.hostEnd:] }

// keepNames copies names, which may be parts of longer strings.
func keepNames(r *container.Arena[byte], name, hostname, region string) agentNames {
	b := r.Take(len(name) + len(hostname) + len(region))
	b = append(append(append(b, name...), hostname...), region...)
	return agentNames{
		text:    unsafe.String(unsafe.SliceData(b), len(b)),
		idEnd:   uint32(len(name)),
		hostEnd: uint32(len(name) + len(hostname)),
	}
}

// setNames says what an agent is called and where it is.
func (a *Allocator) setNames(g *agent, name, hostname, region string) {
	g.agentNames = keepNames(&a.agentMemory.text, name, hostname, region)
	g.remote = region != "" && region != a.options.Region
}

// agentMemory is where what agents keep begins: a chunk is shared by dozens.
type agentMemory struct {
	bags resource.Memory
	text container.Arena[byte]
}
