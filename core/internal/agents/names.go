package agents

import (
	"unsafe"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Names is what an agent is called, in one string: its id, its host's name
// and its region. There are as many as agents, and the collector follows each
// string by itself.
type Names struct {
	text           string
	idEnd, hostEnd uint32
}

func (n *Names) Name() string { return n.text[:n.idEnd] }

func (n *Names) Hostname() string { return n.text[n.idEnd:n.hostEnd] }

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

// SetNames says what an agent is called and where it is.
func (as *Agents) SetNames(g *Agent, name, hostname, region string) {
	g.Names = keepNames(&as.Memory.text, name, hostname, region)
	g.Remote = region != "" && region != as.options.Region
}

// Memory is where what agents keep begins: a chunk is shared by dozens.
type Memory struct {
	Bags resource.Memory
	text container.Arena[byte]
}
