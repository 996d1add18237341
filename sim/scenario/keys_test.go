package scenario

import "reflect"

// A KeyTable is the keys of one kind of mapping in a scenario.
type KeyTable struct {
	Name string // what the mapping is
	Keys []Key
}

// A Key is what may be written in a mapping.
type Key struct {
	Key, Unit, Default, Doc string
	Required                bool
	kind                    reflect.Type
}

// keyTypes are all kinds of mappings that have keys of their own.
var keyTypes = []struct {
	name string
	kind reflect.Type
}{
	{"scenario", reflect.TypeFor[Scenario]()},
	{"settings", reflect.TypeFor[Settings]()},
	{"lending_times", reflect.TypeFor[LendingTimes]()},
	{"machines", reflect.TypeFor[Machines]()},
	{"volumes", reflect.TypeFor[Volumes]()},
	{"columns", reflect.TypeFor[Columns]()},
	{"roles", reflect.TypeFor[Role]()},
	{"lending", reflect.TypeFor[Lending]()},
	{"borrowing", reflect.TypeFor[Borrowing]()},
	{"frameworks", reflect.TypeFor[Framework]()},
	{"refuse", reflect.TypeFor[Refusals]()},
	{"tasks", reflect.TypeFor[Tasks]()},
	{"distribution", reflect.TypeFor[distributionKeys]()},
	{"log_normal", reflect.TypeFor[logNormalKeys]()},
	{"pareto", reflect.TypeFor[paretoKeys]()},
	{"running", reflect.TypeFor[Running]()},
	{"events", reflect.TypeFor[Event]()},
	{"expect", reflect.TypeFor[Expect]()},
}

// Keys are the tables of all keys.
func Keys() []KeyTable {
	var tables []KeyTable
	for _, t := range keyTypes {
		table := KeyTable{Name: t.name}
		for i := range t.kind.NumField() {
			f := t.kind.Field(i)
			if f.Tag.Get("key") == "" {
				continue
			}
			table.Keys = append(table.Keys, Key{
				Key: f.Tag.Get("key"), Unit: f.Tag.Get("unit"), Default: f.Tag.Get("default"), Doc: f.Tag.Get("doc"),
				Required: f.Tag.Get("required") != "", kind: f.Type,
			})
		}
		tables = append(tables, table)
	}
	return tables
}
