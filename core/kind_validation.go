package core

import (
	"strings"
)

// validateKind mirrors Resources::validate for what is not the amount.
func validateKind(k *Kind) error {
	if k.Name == "" {
		return errorf(CodeName, "kind: the resource name is empty")
	}
	if k.Type > Set {
		return errorf(CodeInvalid, "kind of %q: value type %d is neither scalar, ranges nor set", k.Name, k.Type)
	}
	if err := validateStack(k); err != nil {
		return err
	}
	if k.Disk != nil {
		if k.Name != "disk" {
			return errorf(CodeInvalid, "kind of %q: only disk may describe a disk", k.Name)
		}
		if k.Type != Scalar {
			return errorf(CodeInvalid, "kind of %q: a disk's amount is a scalar", k.Name)
		}
		if err := validateDisk(k.Disk); err != nil {
			return err
		}
	}
	if k.Shared && (k.Disk == nil || k.Disk.Persistence == nil) {
		return errorf(CodeInvalid, "kind of %q: only a persistent volume can be shared", k.Name)
	}
	return nil
}

func validateDisk(d *Disk) error {
	if d.Source > Raw {
		return errorf(CodeInvalid, "kind of \"disk\": source type %d is unknown", d.Source)
	}
	if d.Root != nil && d.Source != Path && d.Source != Mount {
		return errorf(CodeInvalid, "kind of \"disk\": only a path or mount source has a root")
	}
	return nil
}

func validateStack(k *Kind) error {
	ancestor := ""
	for i, r := range k.Reservations {
		if r.Type != Static && r.Type != Dynamic {
			return errorf(CodeInvalid, "kind of %q: reservation %d has type %d, neither static nor dynamic", k.Name, i, r.Type)
		}
		if err := ValidateRole(r.Role); err != nil {
			return err
		}
		if r.Role == "*" {
			return errorf(CodeInvalid, "kind of %q: role \"*\" cannot be reserved", k.Name)
		}
		if i > 0 {
			if r.Type == Static {
				return errorf(CodeInvalid, "kind of %q: a refined reservation cannot be static", k.Name)
			}
			if !strings.HasPrefix(r.Role, ancestor+"/") {
				return errorf(CodeInvalid, "kind of %q: role %q does not refine %q", k.Name, r.Role, ancestor)
			}
		}
		ancestor = r.Role
	}
	return nil
}
