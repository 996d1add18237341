package history

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forms are operations in both forms, the short one as FormatShort writes it. Each
// operation and each feature of the grammar occurs.
var forms = []struct{ short, json string }{
	{"initialize t", `{"op":"initialize","trace":"t"}`},
	{
		"initialize t interval=0.5 exclude=gpus,disk gpu-filter=false domain=east:1" +
			" min=[{cpus:0.01},{disk:100,mem:32}] recovery-timeout=600 recovery-factor=0.8",
		`{"op":"initialize","trace":"t","allocation_interval_s":0.5,"fairness_exclude":["gpus","disk"],
		"filter_gpu_resources":false,"domain":{"region":"east","zone":"1"},
		"min_allocatable":[{"cpus":0.01},{"disk":100,"mem":32}],"recovery_timeout_s":600,"agent_recovery_factor":0.8}`,
	},
	{
		`initialize t role-policy=hdrf framework-policy="decayed:half_life=24h"` +
			` policies=[gpu all "max_min:resource=gpus"; a/b roles drf] agent-order=pack`,
		`{"op":"initialize","trace":"t","role_policy":"hdrf","framework_policy":"decayed:half_life=24h","policies":[
		{"role":"gpu","of":"all","policy":"max_min:resource=gpus"},{"role":"a/b","of":"roles","policy":"drf"}],"agent_order":"pack"}`,
	},
	{
		"initialize t by-hand seed=18446744073709551615 nested-quota start-ns=1700000000123456789",
		`{"op":"initialize","trace":"t","by_hand":true,"seed":18446744073709551615,"nested_quota":true,"start_ns":1700000000123456789}`,
	},
	{"exclude-agents f1 web agents=a1,a2", `{"op":"exclude_agents","framework":"f1","role":"web","agents":["a1","a2"]}`},
	{"exclude-agents f1 web", `{"op":"exclude_agents","framework":"f1","role":"web","agents":[]}`},
	{"exclude-agent f1 web a1", `{"op":"exclude_agent","framework":"f1","role":"web","agent":"a1"}`},
	{"exclude-agent f1 web a1 included", `{"op":"exclude_agent","framework":"f1","role":"web","agent":"a1","excluded":false}`},
	{"request-allocation", `{"op":"request_allocation"}`},
	{"initialize t exclude= min=[]", `{"op":"initialize","trace":"t","fairness_exclude":[],"min_allocatable":[]}`},
	{
		"recovery 3 quotas=[a {cpus:1} {}; b {} {mem:0}]",
		`{"op":"recover","expected_agents":3,"quotas":{"a":{"guarantees":{"cpus":1},"limits":{}},
		"b":{"guarantees":{},"limits":{"mem":0}}}}`,
	},
	{
		"framework f1 roles=web,a/b caps=MULTI_ROLE,SHARED_RESOURCES suppressed=web" +
			" filters={a/b:[],web:[{cpus:1},{}]} only={web:[[rack=r1,zone!=z],[gpu],[!old]]} inactive" +
			" used=[a1 web cpus:1 mem:0.5; a2 a/b disk(web static):3]",
		`{"op":"add_framework","framework":"f1","roles":["web","a/b"],"capabilities":["MULTI_ROLE","SHARED_RESOURCES"],
		"suppressed":["web"],"offer_filters":{"a/b":[],"web":[{"cpus":1},{}]},
		"constraints":{"web":[[{"attribute":"rack","equals":"r1"},{"attribute":"zone","not_equals":"z"}],
		[{"attribute":"gpu","exists":true}],[{"attribute":"old","exists":false}]]},"active":false,
		"used":[{"agent":"a1","role":"web","resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}},
		{"name":"mem","type":"SCALAR","scalar":{"value":0.5}}]},{"agent":"a2","role":"a/b","resources":[
		{"name":"disk","type":"SCALAR","scalar":{"value":3},"reservations":[{"type":"STATIC","role":"web"}]}]}]}`,
	},
	{"update-framework f1 roles=web", `{"op":"update_framework","framework":"f1","roles":["web"],"capabilities":[]}`},
	{"remove-framework f1", `{"op":"remove_framework","framework":"f1"}`},
	{"activate-framework f1", `{"op":"activate_framework","framework":"f1"}`},
	{"deactivate-framework f1", `{"op":"deactivate_framework","framework":"f1"}`},
	{
		"agent a1 cpus:8 cpus{rev}:2 ports:[31000-31009,31020-31020] zones:{x,\"y z\"}" +
			" host=h1 caps=MULTI_ROLE used=[f1 web cpus:1] down=1000:60 domain=west:2 attrs={rack=r1}",
		`{"op":"add_agent","agent":"a1","hostname":"h1","capabilities":["MULTI_ROLE"],"total":[
		{"name":"cpus","type":"SCALAR","scalar":{"value":8}},
		{"name":"cpus","type":"SCALAR","scalar":{"value":2},"revocable":{}},
		{"name":"ports","type":"RANGES","ranges":{"range":[{"begin":31000,"end":31009},{"begin":31020,"end":31020}]}},
		{"name":"zones","type":"SET","set":{"item":["x","y z"]}}],
		"used":[{"framework":"f1","role":"web","resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}]}],
		"unavailability":{"start_s":1000,"duration_s":60},"domain":{"region":"west","zone":"2"},"attributes":{"rack":"r1"}}`,
	},
	{"agent a1 attrs={}", `{"op":"add_agent","agent":"a1","capabilities":[],"total":[],"attributes":{}}`},
	{
		"update-agent a1 host=h1 total=[cpus:1] caps=",
		`{"op":"update_agent","agent":"a1","hostname":"h1","capabilities":[],
		"total":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}]}`,
	},
	{"update-agent a1 total=[]", `{"op":"update_agent","agent":"a1","total":[]}`},
	{"remove-agent a1", `{"op":"remove_agent","agent":"a1"}`},
	{"activate-agent a1", `{"op":"activate_agent","agent":"a1"}`},
	{"deactivate-agent a1", `{"op":"deactivate_agent","agent":"a1"}`},
	{
		"provider a1 disk[RAW vendor=v source=s profile=fast metadata={k=v,e=\"\",n}]<provider=rp1>:512 used=[f1 web disk:1]",
		`{"op":"add_resource_provider","agent":"a1","total":[{"name":"disk","type":"SCALAR","scalar":{"value":512},
		"provider_id":{"value":"rp1"},"disk":{"source":{"type":"RAW","vendor":"v","id":"s","profile":"fast",
		"metadata":{"labels":[{"key":"k","value":"v"},{"key":"e","value":""},{"key":"n"}]}}}}],
		"used":[{"framework":"f1","role":"web","resources":[{"name":"disk","type":"SCALAR","scalar":{"value":1}}]}]}`,
	},
	{"whitelist", `{"op":"update_whitelist"}`},
	{"whitelist hosts=", `{"op":"update_whitelist","hosts":[]}`},
	{"whitelist hosts=h1,h2", `{"op":"update_whitelist","hosts":["h1","h2"]}`},
	{"request f1", `{"op":"request_resources","framework":"f1"}`},
	{
		"convert f1 a1 web cpus:4 conversions=[cpus:1 -> cpus(ops@web dynamic{k=v}):1; -> disk:1; mem:1 ->]",
		`{"op":"update_allocation","framework":"f1","agent":"a1","role":"web",
		"resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":4}}],"conversions":[
		{"consumed":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}],
		"converted":[{"name":"cpus","type":"SCALAR","scalar":{"value":1},"reservations":[{"type":"DYNAMIC",
		"role":"web","principal":"ops","labels":{"labels":[{"key":"k","value":"v"}]}}]}]},
		{"consumed":[],"converted":[{"name":"disk","type":"SCALAR","scalar":{"value":1}}]},
		{"consumed":[{"name":"mem","type":"SCALAR","scalar":{"value":1}}],"converted":[]}]}`,
	},
	{
		"operate a1 operations=[RESERVE cpus(web dynamic):1; DESTROY] conversions=[cpus:1 -> cpus(web dynamic):1]",
		`{"op":"update_available","agent":"a1","operations":[{"type":"RESERVE","resources":[{"name":"cpus",
		"type":"SCALAR","scalar":{"value":1},"reservations":[{"type":"DYNAMIC","role":"web"}]}]},
		{"type":"DESTROY","resources":[]}],"conversions":[{"consumed":[{"name":"cpus","type":"SCALAR","scalar":{"value":1}}],
		"converted":[{"name":"cpus","type":"SCALAR","scalar":{"value":1},"reservations":[{"type":"DYNAMIC","role":"web"}]}]}]}`,
	},
	{"unavailability a1", `{"op":"update_unavailability","agent":"a1"}`},
	{"unavailability a1 down=1001.5", `{"op":"update_unavailability","agent":"a1","unavailability":{"start_s":1001.5}}`},
	{"inverse f1 a1", `{"op":"update_inverse_offer","framework":"f1","agent":"a1"}`},
	{
		"inverse f1 a1 status=DECLINE refuse=-1",
		`{"op":"update_inverse_offer","framework":"f1","agent":"a1","status":"DECLINE","refuse_seconds":-1}`,
	},
	{"statuses", `{"op":"get_inverse_offer_statuses"}`},
	{
		"allocate a1 web disk(web dynamic;\"\"@web/x dynamic{})[id=v1 by=ops at=data:RW:/host]<shared>:64",
		`{"op":"transition_offered_to_allocated","agent":"a1","role":"web","resources":[{"name":"disk","type":"SCALAR",
		"scalar":{"value":64},"shared":{},"reservations":[{"type":"DYNAMIC","role":"web"},
		{"type":"DYNAMIC","role":"web/x","principal":"","labels":{"labels":[]}}],
		"disk":{"persistence":{"id":"v1","principal":"ops"},"volume":{"container_path":"data","mode":"RW","host_path":"/host"}}}]}`,
	},
	{
		"recover f1 a1 web disk[]:1 disk[PATH path]:1 disk[PATH:/p]:1 disk[MOUNT:/m path=/q]:1 disk[MOUNT mount]:1" +
			" disk[BLOCK]:1 disk[RAW id=v at=c:RO]:1 refuse=5 allocated",
		`{"op":"recover_resources","framework":"f1","agent":"a1","role":"web","refuse_seconds":5,"allocated":true,"resources":[
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"PATH","path":{}}}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"PATH","path":{"root":"/p"}}}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"MOUNT","path":{"root":"/q"},"mount":{"root":"/m"}}}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"MOUNT","mount":{}}}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"BLOCK"}}},
		{"name":"disk","type":"SCALAR","scalar":{"value":1},"disk":{"source":{"type":"RAW"},"persistence":{"id":"v"},
		"volume":{"container_path":"c","mode":"RO"}}}]}`,
	},
	{"suppress f1", `{"op":"suppress_offers","framework":"f1","roles":[]}`},
	{`revive "f 1" roles=web,"a,b"`, `{"op":"revive_offers","framework":"f 1","roles":["web","a,b"]}`},
	{
		"quota web guarantees={cpus:1.5} limits={cpus:0,mem:10}",
		`{"op":"update_quota","role":"web","guarantees":{"cpus":1.5},"limits":{"cpus":0,"mem":10}}`,
	},
	{"weights {a:2,b/c:0.5}", `{"op":"update_weights","weights":{"a":2,"b/c":0.5}}`},
	{"initialize t lending-grace=30 lending-least=1.5", `{"op":"initialize","trace":"t","lending_grace_s":30,"lending_least_s":1.5}`},
	{"lend web", `{"op":"set_lending","role":"web","most":[]}`},
	{
		"lend web cpus{rev}:2 guarantee reservations",
		`{"op":"set_lending","role":"web","guarantee":true,"reservations":true,
		"most":[{"name":"cpus","type":"SCALAR","scalar":{"value":2},"revocable":{}}]}`,
	},
	{"lend web most-recalled={cpus:0.5,mem:0}", `{"op":"set_lending","role":"web","most":[],"most_recalled":{"cpus":0.5,"mem":0}}`},
	{"loan-cost f1 web a1 -3", `{"op":"set_loan_cost","framework":"f1","role":"web","agent":"a1","cost":-3}`},
	{"loan-cost f1 web a1 0", `{"op":"set_loan_cost","framework":"f1","role":"web","agent":"a1","cost":0}`},
	{"borrow a/b", `{"op":"set_borrowing","role":"a/b"}`},
	{"borrow web most={cpus:0} parts={cpus:0.5,mem:2}", `{"op":"set_borrowing","role":"web","most":{"cpus":0},"parts":{"cpus":0.5,"mem":2}}`},
	{"policy ranked", `{"op":"set_policy","policy":"ranked"}`},
	{`policy "" role=a/b of=frameworks`, `{"op":"set_policy","policy":"","role":"a/b","of":"frameworks"}`},
	{
		"ranks roles={a:1.5,b:-inf} frameworks={f1:inf}",
		`{"op":"set_ranks","roles":{"a":1.5,"b":"-inf"},"frameworks":{"f1":"inf"}}`,
	},
	{"resource-weights {\"a100,h100\":2.5,gpus:8}", `{"op":"set_resource_weights","weights":{"gpus":8,"a100,h100":2.5}}`},
	{"resource-weights {}", `{"op":"set_resource_weights","weights":{}}`},
	{"ranks", `{"op":"set_ranks","roles":{},"frameworks":{}}`},
	{"pause", `{"op":"pause"}`},
	{"resume", `{"op":"resume"}`},
	{"advance 1.5", `{"op":"advance","seconds":1.5}`},
}

func TestTheFormsSayTheSame(t *testing.T) {
	seen := map[string]bool{}
	for _, form := range forms {
		step, err := ParseStep([]byte(form.json))
		require.NoError(t, err, form.short)
		fromJSON := step.Op
		fromShort, err := ParseShort(form.short)
		require.NoError(t, err, form.short)
		require.Equal(t, fromJSON, fromShort)
		require.Equal(t, form.short, FormatShort(fromJSON))
		line, err := MarshalStep(Step{Op: fromJSON})
		require.NoError(t, err)
		written := decoded(t, line).(map[string]any)
		for name, value := range decoded(t, []byte(form.json)).(map[string]any) {
			require.Equal(t, value, written[name], form.short)
		}
		seen[fromJSON.Name()] = true
	}
	require.Len(t, seen, len(opKinds), "each operation has an example")
}

func TestTheShortFormLeavesRoom(t *testing.T) {
	for loose, tight := range map[string]string{
		"\tadvance\t1 ": "advance 1",
		"recover f a r allocated refuse=1 cpus:1":        "recover f a r cpus:1 refuse=1 allocated",
		"agent a disk<shared>(r dynamic)[ id=v ]:1":      "agent a disk(r dynamic)[id=v]<shared>:1",
		"agent a disk[MOUNT mount=/m]:1":                 "agent a disk[MOUNT:/m]:1",
		"agent a cpus(r static;s  dynamic { }):1":        "",
		"convert f a r cpus:1 conversions=[ cpus:1 -> ]": "convert f a r cpus:1 conversions=[cpus:1 ->]",
		"framework f used=[a r cpus:1;b r]":              "framework f used=[a r cpus:1; b r]",
		"weights { a:1 , b:2 }":                          "weights {a:1,b:2}",
		`agent "a"`:                                      "agent a",
		"agent a cpus:1e3 mem:0.0004 disk:0.0005":        "agent a cpus:1000 mem:0 disk:0.001",
	} {
		op, err := ParseShort(loose)
		if tight == "" {
			require.Error(t, err, loose)
			continue
		}
		require.NoError(t, err, loose)
		require.Equal(t, tight, FormatShort(op))
	}
}

func TestWhatIsWrongWithALineOfJSON(t *testing.T) {
	const resource = `{"op":"add_agent","agent":"a","total":[{"name":"cpus","type":"SCALAR",%s}]}`
	with := func(text string) string { return strings.Replace(resource, "%s", text, 1) }
	for line, message := range map[string]string{
		`{`:                                      "not JSON",
		`[]`:                                     "want an object, got an array",
		`{"op":"pause"}{}`:                       "more than one JSON value on the line",
		`{"op":"pause"} x`:                       "more than one JSON value on the line",
		strings.Repeat("[", 99):                  "nested more than 32 deep",
		`{"trace":"t"}`:                          "op: missing",
		`{"op":1}`:                               "op: want a string, got a number",
		`{"op":"fly"}`:                           `op: unknown operation "fly"`,
		`{"op":"pause","op":"pause"}`:            "op: given twice",
		`{"op":"pause","why":1}`:                 "pause: why: unknown field",
		`{"op":"Pause"}`:                         `op: unknown operation "Pause"`,
		`{"op":"advance","Seconds":1}`:           "advance: seconds: missing",
		`{"op":"advance","seconds":"1"}`:         "advance: seconds: want a number, got a string",
		`{"op":"advance","seconds":1e999}`:       "advance: seconds: number 1e999 is out of range",
		`{"op":"advance","seconds":null}`:        "advance: seconds: want a number, got null",
		`{"op":"recover","expected_agents":1.5}`: "recover: expected_agents: want a whole number, got 1.5",
		`{"op":"add_agent","agent":"a","total":[],"capabilities":["FLY"]}`:       `add_agent: capabilities[0]: unknown value "FLY"`,
		`{"op":"add_agent","agent":"a"}`:                                         "add_agent: total: missing",
		with(`"scalar":{"value":-1}`):                                            "add_agent: total[0].scalar.value: amount -1 is negative",
		with(`"scalar":{"value":1e16}`):                                          "add_agent: total[0].scalar.value: amount 1e16 is too large",
		with(`"scalar":{"value":"1"}`):                                           "add_agent: total[0].scalar.value: want a number, got a string",
		with(`"scalar":{"value":1,"x":2}`):                                       "add_agent: total[0].scalar.x: unknown field",
		with(`"ranges":{"range":[]}`):                                            "add_agent: total[0].scalar: missing",
		with(`"scalar":{"value":1},"role":"*"`):                                  "add_agent: total[0].role: unknown field",
		with(`"scalar":{"value":1},"shared":{"x":1}`):                            "add_agent: total[0].shared.x: unknown field",
		with(`"scalar":{"value":1},"disk":{"source":{"type":"TAPE"}}`):           `add_agent: total[0].disk.source.type: unknown value "TAPE"`,
		with(`"scalar":{"value":1},"reservations":[{"role":"r"}]`):               "add_agent: total[0].reservations[0].type: missing",
		`{"op":"add_agent","agent":"a","total":[{"name":"","type":"SCALAR"}]}`:   "add_agent: total[0].name: empty",
		`{"op":"add_framework","framework":"f","constraints":{"r":[[{"a":1}]]}}`: "add_framework: constraints.r[0][0].attribute: missing",
		`{"op":"add_framework","framework":"f","constraints":{"r":[[{"attribute":"a","equals":"x","exists":true}]]}}`: "add_framework: constraints.r[0][0]: want one of equals, not_equals and exists",
		`{"op":"pause","expect":{"offer":[]}}`:                                                    "pause: expect.offer: unknown field",
		`{"op":"pause","expect":{"ok":1}}`:                                                        "pause: expect.ok: want a boolean, got a number",
		`{"op":"pause","expect":{"statuses":[{"agent":"a","statuses":{"f":"MAYBE"}}]}}`:           `pause: expect.statuses[0].statuses.f: unknown value "MAYBE"`,
		`{"op":"pause","expect":{"inverse_offers":[{"framework":"f","agent":"a","start":1000}]}}`: "pause: expect.inverse_offers[0].start_s: missing",
	} {
		_, err := ParseStep([]byte(line))
		require.ErrorContains(t, err, message, line)
		require.IsType(t, &Error{}, err, line)
	}
}

func TestWhatIsWrongWithAShortLine(t *testing.T) {
	for line, message := range map[string]string{
		"":                                       "column 1: want a name",
		"fly":                                    `column 1: unknown operation "fly"`,
		"advance":                                "advance: seconds: missing",
		"advance x":                              "advance: column 9: want a number",
		"advance 1 2":                            `advance: column 12: unknown word "2"`,
		"advance 1e999":                          `"1e999" is no finite number`,
		"advance 1,5":                            "advance: column 10: want a blank",
		"pause cpus:1":                           "pause: cpus: no resources belong here",
		"pause now":                              `pause: column 10: unknown word "now"`,
		"recover f a r cpus":                     `recover_resources: column 19: unknown word "cpus"`,
		"recover f a r cpus:":                    "recover_resources: column 20: want a number",
		"recover f a r refuse":                   `want "="`,
		"recover f a r refuse=1 refuse=2":        "refuse given twice",
		"recover f a r allocated allocated":      "allocated given twice",
		"agent a cpus{rev}{rev}:1":               "want a part of a resource",
		"agent a cpus(r):1":                      "want dynamic or static",
		"agent a cpus():1":                       "want a reservation",
		"agent a disk[MOUNT PATH]:1":             "two types of source",
		"agent a disk[BLOCK:/x]:1":               "BLOCK cannot have a root here",
		"agent a disk[MOUNT:/x mount=/y]:1":      "two roots",
		"agent a disk[profile=x]:1":              "want PATH, MOUNT, BLOCK or RAW",
		"agent a disk[by=x]:1":                   "a persistence needs an id",
		"agent a disk[id=a id=b]:1":              "id given twice",
		"agent a disk[tape]:1":                   `unknown word "tape" of a disk`,
		"agent a disk[at=c:RX]:1":                `unknown value "RX"`,
		`agent "a`:                               "unfinished quotes",
		`agent "\xff"`:                           "quoted text is not UTF-8",
		"agent a ports:[1]":                      `want "-"`,
		"agent a ports:[1-99999999999999999999]": "want an unsigned whole number",
		"agent a host=":                          "want a name",
		"agent a attrs={x=1,x=2}":                `"x" given twice`,
		"agent a caps=FLY":                       `unknown value "FLY"`,
		"agent a caps=MULTI_ROLE,":               "want a name",
		"initialize t gpu-filter=maybe":          "want true or false",
		"recovery 1.5":                           "want a whole number",
		"recovery 1 quotas=[a {} {}; a {} {}]":   `"a" given twice`,
		"convert f a r conversions=[cpus:1]":     `want "->"`,
	} {
		_, err := ParseShort(line)
		require.ErrorContains(t, err, message, line)
		require.IsType(t, &Error{}, err, line)
	}
}
