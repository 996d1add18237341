package scenario

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// An Override sets one value of a scenario in the place of what its file says.
type Override struct {
	// Path is keys with points between them; entries of lists go by their name, or
	// by their number from 0: roles.web.weight, frameworks.batch.hold. A path that
	// begins with none of a scenario's keys is of its settings: policy.
	Path string
	// Value is as it would be written in the file.
	Value string
}

// String is the override as the command line has it.
func (o Override) String() string { return o.Path + "=" + o.Value }

func (o Override) apply(s *Scenario) error {
	path := strings.Split(o.Path, ".")
	if _, ok := fieldOf(reflect.TypeFor[Scenario](), path[0]); !ok {
		path = append([]string{"settings"}, path...)
	}
	if err := o.set(valueOf(s), path); err != nil {
		return fmt.Errorf("%s: %w", o, err)
	}
	return nil
}

// set sets what the path leads to from v.
func (o Override) set(v reflect.Value, path []string) error {
	if len(path) == 0 {
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(o.Value) // policies have colons in them
			return nil
		}
		return readText(o.Path, o.Value, v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return o.set(v.Elem(), path)
	case reflect.Struct:
		return o.setField(v, path)
	case reflect.Slice:
		return o.setElement(v, path)
	case reflect.Map:
		return o.setEntry(v, path)
	}
	return fmt.Errorf("there is nothing below %q", path[0])
}

// setEntry sets an entry of a mapping whose keys are names. What a value may be
// depends on the name: mem is in MB.
func (o Override) setEntry(v reflect.Value, path []string) error {
	if len(path) > 1 {
		return fmt.Errorf("there is nothing below %q", path[0])
	}
	entries := reflect.New(v.Type())
	if err := readText(o.Path, fmt.Sprintf("{%q: %s}", path[0], o.Value), entries.Elem()); err != nil {
		return err
	}
	if v.IsNil() {
		v.Set(entries.Elem())
		return nil
	}
	for _, key := range entries.Elem().MapKeys() {
		v.SetMapIndex(key, entries.Elem().MapIndex(key))
	}
	return nil
}

func (o Override) setField(v reflect.Value, path []string) error {
	i, ok := fieldOf(v.Type(), path[0])
	if !ok {
		return fmt.Errorf("unknown key %q%s", path[0], suggestion(path[0], keysOf(v.Type())))
	}
	if l, ok := v.Addr().Interface().(locatable); ok {
		where := l.place()
		if !where.has(path[0]) {
			if where.keys == nil {
				where.keys = map[string]position{}
			}
			where.keys[path[0]] = where.at
		}
	}
	return o.set(v.Field(i), path[1:])
}

// setElement goes on in the entry of a list that has that name or number.
func (o Override) setElement(v reflect.Value, path []string) error {
	var names []string
	for i := range v.Len() {
		element := v.Index(i)
		if element.Kind() == reflect.Pointer {
			element = element.Elem()
		}
		name := strconv.Itoa(i)
		if element.Kind() == reflect.Struct {
			if f := element.FieldByName("Name"); f.IsValid() && f.String() != "" {
				name = f.String()
			}
		}
		if path[0] == name || path[0] == strconv.Itoa(i) {
			return o.set(v.Index(i), path[1:])
		}
		names = append(names, name)
	}
	return fmt.Errorf("there is no %q%s", path[0], suggestion(path[0], names))
}

// ParseOverride reads PATH=VALUE.
func ParseOverride(text string) (Override, error) {
	path, value, ok := strings.Cut(text, "=")
	if !ok || path == "" {
		return Override{}, fmt.Errorf("%q is not PATH=VALUE", text)
	}
	return Override{path, value}, nil
}
