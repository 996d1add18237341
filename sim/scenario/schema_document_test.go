package scenario

import (
	"encoding/json"
	"reflect"
)

// Schema returns a JSON schema of scenarios, for editors that complete and check
// YAML by one.
func Schema() []byte {
	definitions := map[string]any{
		"time":      map[string]any{"type": []string{"string", "integer"}, "pattern": `^(forever|0|([0-9.]+(ns|us|ms|s|m|h|d))+)$`, "maximum": 0},
		"amount":    map[string]any{"type": []string{"number", "string"}, "pattern": `^[0-9.eE_+-]+ *(MB|GB|TB)?$`},
		"resources": map[string]any{"type": "object", "additionalProperties": reference("amount")},
		"drawn":     anyOf(map[string]any{"type": []string{"number", "string"}}, reference("distribution")),
		"sizes":     map[string]any{"type": "object", "additionalProperties": reference("drawn")},
	}
	for _, table := range Keys() {
		definitions[table.Name] = object(table)
	}
	document := definitions["scenario"].(map[string]any)
	delete(definitions, "scenario")
	document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	document["title"] = "A scenario of apportion simulate"
	document["$defs"] = definitions
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		panic("scenario: the schema is no JSON: " + err.Error())
	}
	return append(text, '\n')
}

func reference(name string) map[string]any { return map[string]any{"$ref": "#/$defs/" + name} }

func anyOf(schemas ...any) map[string]any { return map[string]any{"anyOf": schemas} }

func object(t KeyTable) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, k := range t.Keys {
		of := schemaOf(k.kind)
		of["description"] = k.Doc + " (" + k.Unit + ")"
		properties[k.Key] = of
		if k.Required {
			required = append(required, k.Key)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// schemaOf is what values of a type look like.
func schemaOf(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[Duration]():
		return anyOf(reference("time"))
	case reflect.TypeFor[Resources]():
		return anyOf(reference("resources"))
	case reflect.TypeFor[Sizes]():
		return anyOf(reference("sizes"))
	case reflect.TypeFor[Times](), reflect.TypeFor[Counts]():
		return anyOf(reference("drawn"))
	case reflect.TypeFor[scalar]():
		return map[string]any{"type": []string{"number", "string"}}
	case reflect.TypeFor[Seeds]():
		return anyOf(map[string]any{"type": "integer"}, map[string]any{"type": "array", "items": map[string]any{"type": "integer"}})
	case reflect.TypeFor[Refusals]():
		return anyOf(reference("time"), reference("refuse"))
	}
	for _, named := range keyTypes {
		if named.kind == t {
			return anyOf(reference(named.name))
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Slice:
		return anyOf(map[string]any{"type": "array", "items": schemaOf(t.Elem())}, schemaOf(t.Elem()))
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Struct:
		panic("scenario: keyTypes has no " + t.Name())
	}
	return map[string]any{"type": "string"}
}
