package abi

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/internal/wire"
)

// instance is by what the handles of an instance of the library differ from the core's, which an
// Allocator is told and answers: the core foretells them. As a Renumbering it leaves all else alone.
type instance struct{ mark handle.Mark }

var _ calls.Renumbering = instance{}

func (i instance) Agent(id alloc.AgentID) alloc.AgentID { return alloc.AgentID(i.mark.On(uint64(id))) }
func (i instance) Framework(id alloc.FrameworkID) alloc.FrameworkID {
	return alloc.FrameworkID(i.mark.On(uint64(id)))
}
func (instance) Role(id alloc.RoleID) alloc.RoleID                { return id }
func (instance) Kind(id alloc.KindID) alloc.KindID                { return id }
func (instance) Resources(list []alloc.Resource) []alloc.Resource { return list }
func (instance) Time(t alloc.Time) alloc.Time                     { return t }

// readResult reads what a call returns: a handle, or a number that is none.
func (i instance) readResult(in *wire.Reader) uint64       { return i.mark.On(in.Uint()) }
func (i instance) readAgent(in *wire.Reader) alloc.AgentID { return i.Agent(alloc.AgentID(in.Uint())) }
func (i instance) readFramework(in *wire.Reader) alloc.FrameworkID {
	return i.Framework(alloc.FrameworkID(in.Uint()))
}

var handleInText = regexp.MustCompile(`handle 0x([0-9a-f]+)(: that is of another instance)?`)

// unmarked is an error's text as the core has it.
func (i instance) unmarked(text string) string {
	found := handleInText.FindStringSubmatch(text)
	if found == nil {
		return text
	}
	h, _ := strconv.ParseUint(found[1], 16, 64) // the library writes 64 bits
	why := ""
	if found[2] != "" {
		why = ": " + handle.NeverGivenOut
	}
	return strings.Replace(text, found[0], fmt.Sprintf("handle %#x%s", i.mark.On(h), why), 1)
}
