package scenario

import (
	"errors"
	"fmt"
	"maps"
	pathpkg "path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
)

// An Override sets one value of a scenario in the place of what its file says.
type Override struct {
	// Path is keys with points between them. An entry of a list is named by its name, or by its number
	// from 0: roles.web.weight, frameworks.batch.hold. For a list with one entry, that may be left out:
	// frameworks.batch.tasks.keep. A key that says how tasks come replaces one that says it in another way
	// (every, backlog). So does a key that says what kind of distribution one is. A role that frameworks
	// use need not be on the list. A path that begins with none of a scenario's keys is about its
	// settings: policy.
	Path string
	// Value is as it would be written in the file.
	Value string
}

// String is the override as the command line has it.
func (o Override) String() string { return o.Path + "=" + o.Value }

// JoinOverrides is the overrides as the command line has them, with something in between.
func JoinOverrides(list []Override, separator string) string {
	texts := make([]string, len(list))
	for i, o := range list {
		texts[i] = o.String()
	}
	return strings.Join(texts, separator)
}

func (o Override) apply(s *Scenario) {
	path := strings.Split(o.Path, ".")
	if _, ok := fieldOf(reflect.TypeFor[Scenario](), path[0]); !ok {
		o.checkSetting(s, path[0])
		path = append([]string{"settings"}, path...)
	}
	if path[0] == "roles" {
		s.listRole(path[1:])
	}
	o.set(valueOf(s), path)
}

// checkSetting fails if what was taken for a setting is the name of something else.
func (o Override) checkSetting(s *Scenario, name string) {
	if _, ok := fieldOf(reflect.TypeFor[Settings](), name); ok {
		return
	}
	switch {
	case slices.ContainsFunc(s.Frameworks, func(f *Framework) bool { return f.Name == name }):
		must.Fail("unknown key %q; did you mean \"frameworks.%s\"?", name, o.Path)
	case s.usedRoles()[name], s.listedRoles()[name]:
		must.Fail("unknown key %q; did you mean \"roles.%s\"?", name, o.Path)
	case slices.ContainsFunc(s.Machines, func(m *Machines) bool { return m.Name == name }):
		must.Fail("unknown key %q; did you mean \"machines.%s\"?", name, o.Path)
	}
}

// set sets what the path leads to from v.
func (o Override) set(v reflect.Value, path []string) {
	if len(path) == 0 {
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(o.Value) // policies have colons in them
		} else {
			o.read(o.Value, v)
		}
		return
	}
	if l, ok := v.Addr().Interface().(interface{ distribution() *Distribution }); ok {
		if l.distribution().written == nil && len(path) == 1 && slices.Contains(families, path[0]) {
			o.read(fmt.Sprintf("{%s: %s}", path[0], o.Value), v)
			return
		}
		o.setInDistribution(l.distribution(), path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		anew := v.IsNil()
		if anew {
			v.Set(reflect.New(v.Type().Elem()))
		}
		o.set(v.Elem(), path)
		if l, ok := v.Interface().(locatable); ok && anew {
			if keys := missing(v.Type().Elem(), l.place()); len(keys) > 0 {
				must.Fail("key %q is missing beside it", keys[0])
			}
		}
	case reflect.Struct:
		o.setField(v, path)
	case reflect.Slice:
		o.setElement(v, path)
	case reflect.Map:
		o.setEntry(v, path)
	default:
		must.Fail("there is nothing below %q", path[0])
	}
}

// read reads a value. Its errors do not say where in the text a mistake is: the text is short.
func (o Override) read(text string, v reflect.Value) {
	if err := readText(o.Path, text, v); err != nil {
		e, _ := errors.AsType[*Error](err)
		must.Fail("%s", e.Text)
	}
}

// setEntry sets an entry of a mapping whose keys are names. The name
// decides how a value is read: mem is in MB.
func (o Override) setEntry(v reflect.Value, path []string) {
	if len(path) > 1 {
		o.setInEntry(v, path)
		return
	}
	entries := reflect.New(v.Type()).Elem()
	o.read(fmt.Sprintf("{%q: %s}", path[0], o.Value), entries)
	if v.IsNil() {
		v.Set(entries)
	}
	for _, key := range entries.MapKeys() {
		v.SetMapIndex(key, entries.MapIndex(key))
	}
}

// setInEntry sets what is below an entry of a mapping: the distribution of an amount.
func (o Override) setInEntry(v reflect.Value, path []string) {
	sizes, ok := v.Interface().(Sizes)
	if !ok {
		must.Fail("there is nothing below %q", path[0])
	}
	distribution, ok := sizes[path[0]]
	if !ok {
		must.Fail("there is no %q%s", path[0], similar.Hint(path[0], sorted(sizes)))
	}
	o.setInDistribution(&distribution, path[1:])
	sizes[path[0]] = distribution
}

// setInDistribution sets a key of a distribution. A key that says what kind of distribution it is replaces the one
// that was there.
func (o Override) setInDistribution(l *Distribution, path []string) {
	if l.written == nil {
		must.Fail("there is no distribution whose %q could be set: set all of it, PATH={log_normal: {median: 10s, sigma: 1}}", path[0])
	}
	keys := *l.written
	keys.keys = maps.Clone(keys.keys)
	v := valueOf(&keys)
	if slices.Contains(families, path[0]) && !keys.has(path[0]) {
		takeAway(v, keys.keys, families)
	}
	o.setField(v, path)
	must.Do(l.rewrite(&keys))
}

// takeAway makes keys of a struct as if nobody had written them.
func takeAway(v reflect.Value, written map[string]position, keys []string) {
	for _, key := range keys {
		i, _ := fieldOf(v.Type(), key)
		v.Field(i).SetZero()
		delete(written, key)
	}
}

func (o Override) setField(v reflect.Value, path []string) {
	i, ok := fieldOf(v.Type(), path[0])
	if !ok {
		must.Fail("unknown key %q%s", path[0], similar.Hint(path[0], keysOf(v.Type())))
	}
	if t, ok := v.Addr().Interface().(*Tasks); ok && slices.Contains(arrivalKeys, path[0]) && !t.has(path[0]) && o.Value != "false" {
		takeAway(v, t.keys, arrivalKeys)
	}
	if l, ok := v.Addr().Interface().(locatable); ok {
		where := l.place()
		if !where.has(path[0]) {
			if where.keys == nil {
				where.keys = map[string]position{}
			}
			where.keys[path[0]] = where.at
		}
		with := map[string]string{} // entries of several names share theirs
		maps.Copy(with, where.with)
		if before, there := with[path[0]]; there {
			with[path[0]] = before + ", " + o.String()
		} else {
			with[path[0]] = o.String()
		}
		where.with = with
	}
	o.set(v.Field(i), path[1:])
	if isNoFile(v, i) {
		must.Fail(noFile)
	}
}

// listRole puts the role that a path names on the list of roles, if frameworks use the role and it
// is not there. It fails if the role is neither used nor on the list.
func (s *Scenario) listRole(path []string) {
	listed, used := s.listedRoles(), s.usedRoles()
	for k := 1; k < len(path); k++ {
		if name := strings.Join(path[:k], "."); used[name] && !listed[name] {
			role := &Role{}
			s.Roles = append(s.Roles, role)
			must.Do(readText("roles", fmt.Sprintf("{name: %q}", name), valueOf(role)))
			return
		}
	}
	if len(path) < 2 || isKeyOf(reflect.TypeFor[Role](), path[0]) {
		return
	}
	known := maps.Clone(used)
	maps.Copy(known, listed)
	for k := range path {
		if known[strings.Join(path[:k], ".")] {
			return
		}
	}
	if _, err := strconv.Atoi(path[0]); err != nil {
		must.Fail("there is no %q%s", path[0], similar.Hint(path[0], sorted(known)))
	}
}

// listedRoles are the names on the list of roles, and all that they stand for. The
// check of the scenario reports what is wrong with them, and whether they are too many.
func (s *Scenario) listedRoles() map[string]bool {
	listed := map[string]bool{}
	for _, r := range s.Roles {
		names, _ := expand(r.Name)
		for _, name := range append(names, r.Name) {
			listed[name] = true
		}
		if len(listed) > mostInAll {
			break
		}
	}
	return listed
}

// usedRoles are the roles of frameworks, and those above them.
func (s *Scenario) usedRoles() map[string]bool {
	used := map[string]bool{}
	for _, f := range s.Frameworks {
		for _, role := range f.writtenRoles() {
			names, _ := expand(role)
			for _, name := range names {
				withParents(used, name)
			}
			if len(used) > mostInAll {
				return used
			}
		}
	}
	return used
}

// withParents puts a role and those above it into a set.
func withParents(roles map[string]bool, name string) {
	for ; name != "." && !roles[name]; name = pathpkg.Dir(name) {
		roles[name] = true
	}
}

// setElement goes on in the entry of a list that has that name (which may have points in it) or
// that number.
func (o Override) setElement(v reflect.Value, path []string) {
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
		for k := range path {
			if strings.Join(path[:k+1], ".") == name || k == 0 && path[0] == strconv.Itoa(i) {
				o.set(v.Index(i), path[k+1:])
				return
			}
		}
		names = append(names, name)
	}
	if v.Len() == 1 && isKeyOf(v.Type().Elem(), path[0]) {
		o.set(v.Index(0), path)
		return
	}
	must.Fail("there is no %q%s", path[0], similar.Hint(path[0], names))
}

// isKeyOf reports whether entries of a type have a key.
func isKeyOf(t reflect.Type, key string) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	_, ok := fieldOf(t, key)
	return ok
}

// ParseOverride reads PATH=VALUE.
func ParseOverride(text string) (Override, error) {
	path, value, ok := strings.Cut(text, "=")
	if !ok || path == "" {
		return Override{}, fmt.Errorf("%q is not PATH=VALUE", text)
	}
	return Override{path, value}, nil
}
