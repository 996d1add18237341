package kinds

import (
	"strings"

	"github.com/apportion/apportion/core/internal/api"
)

// ValidateKind mirrors Resources::validate, except for amounts.
func ValidateKind(k *api.Kind) error {
	if k.Name == "" {
		return api.Errorf(api.CodeName, "kind: the resource name is empty")
	}
	if k.Type > api.Set {
		return api.Errorf(api.CodeInvalid, "kind of %q: value type %d is neither scalar, ranges nor set", k.Name, k.Type)
	}
	if err := validateStack(k); err != nil {
		return err
	}
	if k.Disk != nil {
		if k.Name != "disk" {
			return api.Errorf(api.CodeInvalid, "kind of %q: only disk may describe a disk", k.Name)
		}
		if k.Type != api.Scalar {
			return api.Errorf(api.CodeInvalid, "kind of %q: a disk's amount is a scalar", k.Name)
		}
		if err := validateDisk(k.Disk); err != nil {
			return err
		}
	}
	if k.Shared && (k.Disk == nil || k.Disk.Persistence == nil) {
		return api.Errorf(api.CodeInvalid, "kind of %q: only a persistent volume can be shared", k.Name)
	}
	return nil
}

func validateDisk(d *api.Disk) error {
	if d.Source > api.Raw {
		return api.Errorf(api.CodeInvalid, "kind of \"disk\": source type %d is unknown", d.Source)
	}
	if d.Root != nil && d.Source != api.Path && d.Source != api.Mount {
		return api.Errorf(api.CodeInvalid, "kind of \"disk\": only a path or mount source has a root")
	}
	return nil
}

func validateStack(k *api.Kind) error {
	ancestor := ""
	for i, r := range k.Reservations {
		if r.Type != api.Static && r.Type != api.Dynamic {
			return api.Errorf(api.CodeInvalid, "kind of %q: reservation %d has type %d, neither static nor dynamic", k.Name, i, r.Type)
		}
		if err := api.CheckRole(r.Role); err != nil {
			return err
		}
		if r.Role == "*" {
			return api.Errorf(api.CodeInvalid, "kind of %q: role \"*\" cannot be reserved", k.Name)
		}
		if i > 0 {
			if r.Type == api.Static {
				return api.Errorf(api.CodeInvalid, "kind of %q: a refined reservation cannot be static", k.Name)
			}
			if !strings.HasPrefix(r.Role, ancestor+"/") {
				return api.Errorf(api.CodeInvalid, "kind of %q: role %q does not refine %q", k.Name, r.Role, ancestor)
			}
		}
		ancestor = r.Role
	}
	return nil
}
