package resource

import "github.com/apportion/apportion/core/alloc"

// isIndivisible reports whether something of a kind is offered, held and counted as a whole: Mount and Block disks, Raw disks
// with an id, persistent volumes, and what is shared (addable and subtractable of Mesos's resources.cpp). Path disks, and
// Raw ones without an id, come in parts.
func isIndivisible(k *alloc.Kind) bool {
	d := k.Disk
	return k.Shared || d != nil && (d.Source == alloc.Mount || d.Source == alloc.Block || d.Source == alloc.Raw && d.ID != nil || d.Persistence != nil)
}
