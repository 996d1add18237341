package resource

import (
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// ValidateKind mirrors Resources::validate, except for amounts.
func ValidateKind(k *alloc.Kind) error {
	if k.Name == "" {
		return fault.Errorf(alloc.CodeName, "kind: the resource name is empty")
	}
	if k.Type > alloc.Set {
		return fault.Errorf(alloc.CodeInvalid, "kind of %q: value type %d is neither scalar, ranges nor set", k.Name, k.Type)
	}
	if err := validateStack(k); err != nil {
		return err
	}
	if k.Disk != nil {
		if k.Name != "disk" {
			return fault.Errorf(alloc.CodeInvalid, "kind of %q: only disk may describe a disk", k.Name)
		}
		if k.Type != alloc.Scalar {
			return fault.Errorf(alloc.CodeInvalid, "kind of %q: a disk's amount is a scalar", k.Name)
		}
		if err := validateDisk(k.Disk); err != nil {
			return err
		}
	}
	if k.Shared && (k.Disk == nil || k.Disk.Persistence == nil) {
		return fault.Errorf(alloc.CodeInvalid, "kind of %q: only a persistent volume can be shared", k.Name)
	}
	return nil
}

func validateDisk(d *alloc.Disk) error {
	if d.Source > alloc.Raw {
		return fault.Errorf(alloc.CodeInvalid, "kind of \"disk\": source type %d is unknown", d.Source)
	}
	if d.Root != nil && d.Source != alloc.Path && d.Source != alloc.Mount {
		return fault.Errorf(alloc.CodeInvalid, "kind of \"disk\": only a path or mount source has a root")
	}
	return nil
}

func validateStack(k *alloc.Kind) error {
	ancestor := ""
	for i, r := range k.Reservations {
		if r.Type != alloc.Static && r.Type != alloc.Dynamic {
			return fault.Errorf(alloc.CodeInvalid, "kind of %q: reservation %d has type %d, neither static nor dynamic", k.Name, i, r.Type)
		}
		if err := alloc.ValidateRole(r.Role); err != nil {
			return err
		}
		if r.Role == "*" {
			return fault.Errorf(alloc.CodeInvalid, "kind of %q: role \"*\" cannot be reserved", k.Name)
		}
		if i > 0 {
			if r.Type == alloc.Static {
				return fault.Errorf(alloc.CodeInvalid, "kind of %q: a refined reservation cannot be static", k.Name)
			}
			if !strings.HasPrefix(r.Role, ancestor+"/") {
				return fault.Errorf(alloc.CodeInvalid, "kind of %q: role %q does not refine %q", k.Name, r.Role, ancestor)
			}
		}
		ancestor = r.Role
	}
	return nil
}
