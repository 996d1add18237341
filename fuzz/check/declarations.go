package check

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
)

// declarations makes the calls of a subject's core. The driver declares kinds where an
// operation names them first, and to declare one makes a name known, which the digest
// has: that is no trace of the operation, should it be refused.
type declarations struct {
	driver.Target
	subject *subject
	names   map[string]bool // of resources, declared so far
}

func (d *declarations) InternKind(k core.Kind) (core.KindID, error) {
	x := d.subject
	if d.names[k.Name] {
		return d.Target.InternKind(k)
	}
	unchanged := x.core.Digest() == x.before
	id, err := d.Target.InternKind(k)
	if err == nil {
		d.names[k.Name] = true
		if unchanged {
			x.before = x.core.Digest()
		}
	}
	return id, err
}
