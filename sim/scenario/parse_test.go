package scenario

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// numbered is so many lines of a format, each with its number.
func numbered(format string, count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// least is a scenario with nothing that could be left out.
const smallest = `duration: 1m
machines: {has: {cpus: 4, mem: 8GB}}
frameworks: {name: web, tasks: {size: {cpus: 1}, backlog: true}}
`

func TestDefaults(t *testing.T) {
	s, err := Parse("a/least.yaml", []byte(smallest))
	require.NoError(t, err)
	require.Equal(t, "least", s.Name())
	require.Equal(t, Duration(time.Second), s.Settings.Interval)
	require.Equal(t, "drf", s.Settings.Policy)
	require.Equal(t, []Resources{{"cpus": 10}, {"mem": 32_000}}, s.Settings.Minimum)
	require.Equal(t, Seeds{1}, s.Seeds)
	require.Equal(t, Resources{"cpus": 4000, "mem": 8 * 1024_000}, s.Machines[0].Has)
	f := s.Frameworks[0]
	require.Equal(t, []string{"web"}, f.Roles)
	require.Equal(t, Refusals{Idle: Duration(5 * time.Second), Unfit: Duration(5 * time.Second), Rest: Duration(5 * time.Second)}, withoutPlace(f.Refuse))
	require.True(t, f.Restart)
	require.Equal(t, 60.0, f.Tasks[0].Duration.A)
	require.Equal(t, forever, f.Stop)
}

func withoutPlace(r Refusals) Refusals { r.located = located{}; return r }

func TestNamesStandForSeveral(t *testing.T) {
	s, err := Parse("x.yaml", []byte(`duration: 1m
machines: {name: "rack-{01..03}", count: 2, has: {cpus: 4}}
roles: {name: "{red,blue}/team-{1..2}", weight: 3}
frameworks:
  name: f
  count: 5
  roles: ["{red,blue}/team-{1..2}", all]
  machines: rack-02
  tasks: {size: {cpus: 1}, backlog: true}
`))
	require.NoError(t, err)
	var machines, roles []string
	for _, m := range s.Machines {
		machines = append(machines, m.Name)
	}
	for _, r := range s.Roles {
		roles = append(roles, r.Name)
	}
	require.Equal(t, []string{"rack-01", "rack-02", "rack-03"}, machines)
	require.Equal(t, []string{"red/team-1", "red/team-2", "blue/team-1", "blue/team-2"}, roles)
	require.Len(t, s.Frameworks, 5)
	require.Equal(t, "f-5", s.Frameworks[4].Name)
	require.Equal(t, "f", s.Frameworks[4].Base)
	require.Equal(t, []string{"red/team-1", "all"}, s.Frameworks[4].Roles)
}

func TestErrorsSayWhere(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"unknown key":           {"backlog", "backlig", "x.yaml:3:50: unknown key \"backlig\"; did you mean \"backlog\"?\n    3 | frameworks: {name: web, tasks: {size: {cpus: 1}, backlig: true}}\n      |                                                  ^"},
		"key of another":        {"backlog", "restart", "x.yaml:3:50: unknown key \"restart\": it is one of a framework; there are"},
		"no time":               {"size: {cpus: 1}", "size: {cpus: 1}, until: \"\"", "\"\" is not a time with its unit"},
		"nothing as a number":   {"size: {cpus: 1}", "size: {cpus: \"\"}", "\"\" is not a number\n"},
		"endless as a number":   {"size: {cpus: 1}", "size: {cpus: forever}", "\"forever\" is not a number\n"},
		"a time as a number":    {"size: {cpus: 1}", "size: {cpus: 2h}", "\"2h\" is not a number; in seconds it is 7200"},
		"a part as a number":    {"size: {cpus: 1}", "size: {cpus: 80%}", "\"80%\" is not a number; as a part it is 0.8"},
		"braces in braces":      {"name: web", "name: prod/{web,api}", "; a name with braces needs quotes here: \"prod/{web,api}\""},
		"unknown key, far":      {"backlog", "zzz", "unknown key \"zzz\"; there are"},
		"missing key":           {"duration: 1m\n", "", "x.yaml:1:1: key \"duration\" is missing"},
		"no unit":               {"1m", "60", "x.yaml:1:11: \"60\" is not a time with its unit"},
		"negative time":         {"1m", "-1m", "is negative"},
		"endless":               {"1m", "forever", "the duration has an end and is above 0"},
		"too long":              {"1m", "999999999d", "longer than 20 years"},
		"no number":             {"cpus: 4", "cpus: four", "x.yaml:2:24: cpus: \"four\" is not a number"},
		"negative amount":       {"cpus: 4", "cpus: -4", "cpus: -4 is negative"},
		"not a number":          {"cpus: 4", "cpus: .nan", "not a number"},
		"too much":              {"cpus: 4", "cpus: 1e300", "cpus: "},
		"wrong unit":            {"8GB", "8GiB", "is not an amount in MB"},
		"no resources":          {"{cpus: 4, mem: 8GB}", "{}", "the machines have nothing"},
		"a list for a value":    {"1m", "[1m]", "this is a list where a single value belongs"},
		"value for a mapping":   {"{has: {cpus: 4, mem: 8GB}}", "many", "this is a single value where a mapping of keys belongs"},
		"null":                  {"{has: {cpus: 4, mem: 8GB}}", "", "there is no value"},
		"twice":                 {"duration: 1m", "duration: 1m\nduration: 2m", "x.yaml:2:1: "},
		"no bool":               {"true", "yes please", "\"yes please\" is neither true nor false"},
		"no arrivals":           {", backlog: true", "", "there has to be one of the keys [\"every\" \"keep\" \"backlog\"]"},
		"two arrivals":          {"backlog: true", "backlog: true, keep: 3", "backlog\"]; here are [\"keep\" \"backlog\"]"},
		"lending":               {"frameworks", "roles: {name: web, lending: {guarantees: true}}\nframeworks", "x.yaml:3:30: unknown key \"guarantees\"; did you mean \"guarantee\"?"},
		"lending, no bool":      {"frameworks", "roles: {name: web, lending: {guarantee: half}}\nframeworks", "x.yaml:3:41: \"half\" is neither true nor false"},
		"too long a grace":      {"frameworks", "lending: {grace: 2d}\nframeworks", "x.yaml:3:18: a grace is at most 24h0m0s"},
		"endless loans":         {"frameworks", "lending: {least: forever}\nframeworks", "x.yaml:3:18: a loan is due after 24h0m0s at most"},
		"lending of nobody":     {"frameworks", "events: {at: 5s, lending: {wab: {}}}\nframeworks", "no framework is in role \"wab\", and it is not on the list of roles; did you mean \"web\"?"},
		"borrowing of nobody":   {"frameworks", "events: {at: 5s, borrowing: {wab: {}}}\nframeworks", "no framework is in role \"wab\", and it is not on the list of roles; did you "},
		"borrowing and quota":   {"frameworks", "events: {at: 5s, quota: {name: web, borrowing: {}}}\nframeworks", "quota is guarantee and limit alone"},
		"borrowing, no mapping": {"frameworks", "roles: {name: web, borrowing: {part: {cpus: 1}}}\nframeworks", "x.yaml:3:32: unknown key \"part\"; did you mean \"parts\""},
		"lending and quota":     {"frameworks", "events: {at: 5s, quota: {name: web, lending: {}}}\nframeworks", "quota is guarantee and limit alone"},
		"loan cost":             {"name: web", "name: web, capabilities: REVOCABLE_RESOURCES, loan_cost: ages", "\"ages\" is no cost of loans; did you mean \"age\"?"},
		"recalled":              {"name: web", "name: web, capabilities: REVOCABLE_RESOURCES, recalled: at_deadlines", "\"at_deadlines\" is no time to give back; did you mean \"at_deadline\"?"},
		"recalled of nothing":   {"name: web", "name: web, recalled: never", "so that it is lent nothing"},
		"unit of elsewhere":     {"8GB", "8GiB", "did you mean \"8GB\"?"},
		"unit without bytes":    {"8GB", "8Gi", "did you mean \"8GB\"?"},
		"half a unit":           {"8GB", "1.5t", "did you mean \"1.5TB\"?"},
		"weight of nobody":      {"frameworks", "events: {at: 5s, weight: {wab: 2}}\nframeworks", "x.yaml:3:26: no framework is in role \"wab\", and it is not on the list of roles; did you mean \"web\"?"},
		"policy of nobody":      {"frameworks", "events: {at: 5s, policy: {webs: drf}}\nframeworks", "role \"webs\", and"},
		"quota of nobody":       {"frameworks", "events: {at: 5s, quota: {name: wbe}}\nframeworks", "x.yaml:3:32: no framework is in role \"wbe\""},
		"event too late":        {"frameworks", "events: {at: 61s, stop: web}\nframeworks", "x.yaml:3:14: the scenario is over by then: it takes 1m0s"},
		"start too late":        {"name: web", "name: web, start: 2m", "x.yaml:3:32: the scenario is over by then"},
		"unknown policy":        {"duration", "settings: {policy: fair}\nduration", "x.yaml:1:20: no such policy: \"fair\" is none of"},
		"unknown order":         {"duration", "settings: {agent_order: up}\nduration", "no such order of agents: \"up\" is none of [random id"},
		"no interval":           {"duration", "settings: {interval: 0s}\nduration", "the interval has an end and is at least a millisecond"},
		"short interval":        {"duration", "settings: {interval: 999us}\nduration", "the interval has an end and is at least a millisecond"},
		"many samples":          {"duration", "settings: {sample: 1us}\nduration", "x.yaml:1:20: there were more than 1000000 samples"},
		"no group's name":       {"machines: {", "machines: {name: \"\", ", "the name is empty"},
		"never comes":           {"name: web", "name: web, start: forever", "the framework never comes"},
		"bad role":              {"name: web", "name: web, roles: a//b", "x.yaml:3:32: "},
		"bad weight":            {"frameworks", "roles: {name: web, weight: 0}\nframeworks", "x.yaml:3:28: a weight of 0 is not above 0"},
		"guarantee and limit":   {"frameworks", "roles: {name: web, guarantee: {cpus: 3}, limit: {cpus: 2}}\nframeworks", "a guarantee of 3 cpus exceeds the limit of 2"},
		"nested quota":          {"frameworks", "roles: {name: web/a, limit: {cpus: 3}}\nframeworks", "x.yaml:3:29: only roles of the top level have quota, unless the settings say nested_quota: true"},
		"nested, later":         {"frameworks", "events: {at: 5s, quota: {name: web/a, guarantee: {cpus: 3}}}\nframeworks", "x.yaml:3:50: only roles of the top level"},
		"role twice":            {"frameworks", "roles: [{name: web}, {name: web}]\nframeworks", "role \"web\" is there twice"},
		"count":                 {"{has", "{count: 0, has", "count is at least 1"},
		"too many":              {"{has", "{count: 99999999, has", "there are more than 1000000 machines"},
		"table":                 {"has: {cpus: 4, mem: 8GB}", "shapes: borg", "there is no table \"borg\""},
		"braces":                {"name: web", "name: \"web-{1..\"", "has no } after its {"},
		"empty braces":          {"name: web", "name: \"web-{5..1}\"", "{5..1} goes from 5 down to 1: the smaller number comes first"},
		"too many in braces":    {"name: web", "name: \"web-{1..999999}\"", "are not 1 to"},
		"a tab":                 {"frameworks", "\tframeworks", "x.yaml:3:1: a tab stands here, where YAML takes spaces alone"},
		"not UTF-8":             {"name: web", "name: \"w\xffb\"", "x.yaml:3:22: byte 0xff is not of a text in UTF-8"},
		"a NUL":                 {"name: web", "name: \"w\x00b\"", "x.yaml:3:22: byte 0x0 is not of a text in UTF-8"},
		"UTF-16":                {"duration", "\xff\xfed\x00", "x.yaml: it is in UTF-16: save it as UTF-8"},
		"an amount too large":   {"cpus: 4", "cpus: 9e15", "cpus: 9e15 is more than 2251799813685.247, the most that one amount may be"},
		"a count too large":     {"{has: {cpus: 4", "{count: 99999999999999999999, has: {cpus: 4", "x.yaml:2:19: 99999999999999999999 is too large a number"},
		"a time too long":       {"duration: 1m", "duration: 999999999h", "a time of 999999999h is longer than 20 years"},
		"capability":            {"name: web", "name: web, capabilities: GPU", "unknown capability \"GPU\""},
		"no group":              {"name: web", "name: web, machines: rack", "there is no group of machines \"rack\""},
		"group like it":         {"name: web", "name: web, machines: machine", "x.yaml:3:35: there is no group of machines \"machine\"; did you mean \"machines\"?"},
		"group of constraint":   {"name: web", "name: web, constraints: {group: machine}", "no machine has \"machine\" as its group; did you mean \"machines\"?"},
		"a role twice":          {"name: web", "name: web, roles: [\"a/{x,y}\", a/x]", "x.yaml:3:32: role \"a/x\" is there twice"},
		"less than a gang":      {"backlog: true", "every: 1s, gang: 3, max: 2", "max is less than a gang of 3"},
		"event":                 {"frameworks", "events: {at: 5s}\nframeworks", "nothing happens in the event"},
		"event of nobody":       {"frameworks", "events: {at: 5s, stop: wab}\nframeworks", "x.yaml:3:24: there is no framework \"wab\"; did you mean \"web\"?"},
		"event of no machine":   {"frameworks", "events: {at: 5s, fail: rack}\nframeworks", "x.yaml:3:24: there is no group of machines \"rack\"; there are [\"machines\"]"},
		"weight in a quota":     {"frameworks", "events: {at: 5s, quota: {name: web, weight: 2}}\nframeworks", "x.yaml:3:45: quota is guarantee and limit alone"},
		"expected too late":     {"frameworks", "expect: {figure: jain, from: 1m, min: 0}\nframeworks", "x.yaml:3:30: the scenario is over by then"},
		"seed twice":            {"duration", "seeds: [3, 4, 3]\nduration", "x.yaml:1:15: seed 3 is there already"},
		"merge key":             {"cpus: 1}", "<<: {cpus: 1}}", "x.yaml:3:40: merge keys are not known here"},
		"size beyond sense":     {"cpus: 1}", "cpus: 1e13}", "1e+13 cpus is more than 1e+12"},
		"for":                   {"frameworks", "events: {at: 5s, stop: web, for: 1s}\nframeworks", "for is how long machines are away"},
		"figure":                {"frameworks", "expect: {figure: shore, of: web, min: 1}\nframeworks", "unknown figure \"shore\"; did you mean \"share\"?"},
		"figure of nobody":      {"frameworks", "expect: {figure: share, min: 1}\nframeworks", "the figure share is of a role"},
		"no range":              {"frameworks", "expect: {figure: jain}\nframeworks", "there has to be one of the keys [\"min\" \"max\"]"},
		"distribution":          {"cpus: 1}", "cpus: {normal: 3}}", "unknown key \"normal\""},
		"two distributions":     {"cpus: 1}", "cpus: {exponential: 3, constant: 2}}", "there has to be one of the keys [\"constant\" \"uniform\""},
		"uniform":               {"cpus: 1}", "cpus: {uniform: [3, 2]}}", "the first value is above the second"},
		"uniform of one":        {"cpus: 1}", "cpus: {uniform: [3]}}", "there are two values"},
		"pareto":                {"cpus: 1}", "cpus: {pareto: {min: 0, alpha: 2}}}", "0 is not above 0"},
		"column":                {"cpus: 1}", "cpus: {file: x.csv}}", "key \"column\" is missing"},
		"instant tasks":         {"backlog: true", "backlog: true, duration: 0s", "a task takes at least a millisecond"},
		"instant arrivals":      {"backlog: true", "every: {uniform: [0s, 0s]}", "tasks are at least a millisecond apart"},
		"held for ever":         {"name: web", "name: web, hold: forever", "offers are not held for ever"},
		"gang of a backlog":     {"backlog: true", "backlog: true, gang: 2", "gangs arrive with every or keep"},
		"gang and keep":         {"backlog: true", "keep: 3, gang: 2", "keep is not a multiple of gang"},
		"alias":                 {"1m", "*one", "there is no anchor &one"},
		"tag":                   {"1m", "!!str 1m", "tags are not known here"},
		"syntax":                {"{has", "{{has", "x.yaml:2:"},
		"second document":       {"frameworks", "---\nframeworks", "second document"},
		"many keys":             {"1m", "1m\n" + numbered("k%d: 1\n", mostKeys), "there are more than 5000 keys one below the other"},
		"many keys in an entry": {"backlog", "\n" + numbered("    ? k%d\n", mostKeys+1) + "    backlog", "there are more than 5000 keys one below the other"},
		"file without a name":   {"cpus: 1}", "cpus: {file: \"\", column: v}}", "x.yaml:3:53: the name of a file has nothing in it"},
		"machines of no file":   {"has: {cpus: 4, mem: 8GB}", "file: ''", "the name of a file has nothing in it"},
		"nested":                {"1m", strings.Repeat("[", 600), "nested too deep"},
		"nested keys":           {"1m", "{" + strings.Repeat("a: ", 600) + "b}", "nested too deep"},
		"nested dashes":         {"1m", strings.Repeat("- ", 600) + "b", "nested too deep"},
		"seeds":                 {"duration", "seeds: 0\nduration", "there are 1 to 1000 seeds"},
		"no seeds":              {"duration", "seeds: []\nduration", "there are no seeds"},
		"title":                 {"duration", "title: \"a\\rb\"\nduration", "the title is one line, without control characters"},
		"short":                 {"duration", "short: 2m\nduration", "the short form is longer than the scenario"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(smallest, c.from, c.to, 1)
			require.NotEqual(t, smallest, text)
			_, err := Parse("x.yaml", []byte(text))
			require.ErrorContains(t, err, c.want)
			require.True(t, strings.HasPrefix(err.Error(), "x.yaml:"), err)
		})
	}
	s, err := Parse("x.yaml", []byte(strings.Replace(smallest, "frameworks", "events: {at: 61s, maintenance: machines, notice: 1s, weight: {other: 2}}\nframeworks", 1)))
	require.NoError(t, err, "notice is given in time, and other is like no role")
	require.Len(t, s.Warnings(), 1)
	require.ErrorContains(t, s.Warnings()[0], "x.yaml:3:62: no framework is in role \"other\", and it is not on the list of roles; there are [\"web\"]")
	_, err = Parse("x.yaml", []byte(" \n"))
	require.EqualError(t, err, "x.yaml: there is nothing in it")
	_, err = Parse("x.yaml", []byte(byteOrderMark+smallest))
	require.NoError(t, err, "as some editors write it")
}

// Each mistake is said, in the order of the file, and what only follows from another is not.
func TestAllErrorsAtOnce(t *testing.T) {
	_, err := Parse("x.yaml", []byte(`settings: {polisy: drf}
machines:
  - {name: a, has: {cpus: four}, coumt: 3}
  - {name: b, count: 0, has: {}}
roles: {name: web, guarantee: {cpus: 3}, limit: {cpus: 2}, weight: 0}
frameworks:
  - {name: web, tasks: [{size: {cpus: {normal: 3}}, keep: 1}, {size: {cpus: 1}, duration: 0s}]}
  - {name: other, stop: 0s, tasks: {size: {cpus: 1}}}
expect: [{figure: shore}, {figure: jain}]
`))
	all, ok := errors.AsType[*Errors](err)
	require.True(t, ok, err)
	var said []string
	for _, e := range all.List {
		text, _, _ := strings.Cut(e.Text, ";")
		said = append(said, fmt.Sprintf("%d:%d %s", e.Line, e.Column, text))
	}
	require.Equal(t, []string{
		`1:1 key "duration" is missing`,
		`1:12 unknown key "polisy"`,
		`3:27 cpus: "four" is not a number`,
		`3:34 unknown key "coumt"`,
		`4:22 count is at least 1`,
		`4:30 the machines have nothing`,
		`5:31 a guarantee of 3 cpus exceeds the limit of 2`,
		`5:68 a weight of 0 is not above 0`,
		`7:40 unknown key "normal"`,
		`8:25 the framework goes before it comes: both are times from the beginning of the scenario`,
		`8:36 there has to be one of the keys ["every" "keep" "backlog"]`,
		`9:19 unknown figure "shore"`,
		`9:27 there has to be one of the keys ["min" "max"]`,
	}, said)
	require.Zero(t, all.More)
	one, ok := errors.AsType[*Error](err)
	require.True(t, ok)
	require.Same(t, all.List[0], one)

	names := "x.yaml:3:24: there is no group"
	_, err = Parse("x.yaml", []byte("duration: 1m\nmachines: {has: {cpus: 4}}\n"+
		"frameworks: {machines: a, name: web, tasks: {size: {cpus: 1}, keep: 1}}\nevents: {at: 1s, stop: wab, fail: b}\n"))
	require.ErrorContains(t, err, names)
	require.ErrorContains(t, err, "\nx.yaml:4:24: there is no framework")
	require.ErrorContains(t, err, "\nx.yaml:4:35: there is no group")
}

// TestEndlessTextsEnd: neither a file without an end nor a name without one is told whole.
func TestEndlessTextsEnd(t *testing.T) {
	_, err := Read("/dev/zero")
	require.ErrorContains(t, err, "/dev/zero: it has more than 4194304 bytes")
	_, err = Parse("x.yaml", []byte(strings.Repeat("k", 100_000)+": 1\n"))
	require.ErrorContains(t, err, `unknown key "kkkk`)
	require.Less(t, len(err.Error()), 4*longestText)
	_, err = (&Scenario{}).MachineRows(&Machines{File: "/dev/zero"})
	require.ErrorContains(t, err, "/dev/zero is no regular file")
}

// Of very many mistakes the first are said, and how many there are besides: up to mostFound,
// where the search ends.
func TestManyErrors(t *testing.T) {
	for count, more := range map[int]int{mostShown: 0, mostShown + 1: 1, 10 * mostFound: mostFound - mostShown} {
		_, err := Parse("x.yaml", []byte("duration: 1m\nmachines: {has: {cpus: 1}}\nframeworks:\n"+strings.Repeat("- {nam: a}\n", count)))
		all, ok := errors.AsType[*Errors](err)
		require.True(t, ok, err)
		require.Len(t, all.List, mostShown)
		require.Equal(t, more, all.More, count)
		require.Equal(t, more > 0, strings.HasSuffix(err.Error(), fmt.Sprintf("\nand %d more", more)))
	}
}

// Aliases of a value with a mistake say it once, and those that stand for too much end the
// search.
func TestErrorsBelowAliases(t *testing.T) {
	_, err := Parse("x.yaml", []byte("duration: 1m\nmachines: [&a {has: {cpus: x}}, *a, *a]\nframeworks: {name: web, tasks: {size: {cpus: 1}, keep: 1}}\n"))
	require.ErrorContains(t, err, "x.yaml:2:28: cpus: \"x\" is not a number")
	_, many := errors.AsType[*Errors](err)
	require.False(t, many, err)

	text := "duration: 1m\nframeworks:\n- &a0 {nam: x}\n"
	for i := range 12 {
		text += fmt.Sprintf("- &a%d [%s]\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	_, err = Parse("x.yaml", []byte(text))
	require.Error(t, err)
}

// Of a long line what is around the mistake is shown, with the mark below it.
func TestErrorsShowPartOfLongLines(t *testing.T) {
	e := &Error{File: "x.yaml", Line: 1, Column: 1001, Text: "wrong", Source: strings.Repeat("-", 1000) + "X" + strings.Repeat("-", 1000)}
	lines := strings.Split(e.Error(), "\n")
	require.Len(t, lines, 3)
	require.Less(t, len(lines[1]), 300)
	require.Equal(t, strings.Index(lines[1], "X"), strings.Index(lines[2], "^"))
}

func TestAMappingMayStandInOneLine(t *testing.T) {
	resources := []string{}
	for i := range 600 {
		resources = append(resources, fmt.Sprintf("r%d: 1", i))
	}
	_, err := Parse("x.yaml", []byte(strings.Replace(smallest, "{cpus: 1}", "{cpus: 1, "+strings.Join(resources, ", ")+"}", 1)))
	require.NotContains(t, fmt.Sprint(err), "nested")
}

func TestAnchorsAndDistributions(t *testing.T) {
	s, err := Parse("x.yaml", []byte(`duration: 2d12h
machines: {has: &big {cpus: 4_000, mem: 1.5 TB}}
frameworks:
  - name: a
    refuse: {idle: 5m}
    hold: {exponential: 2s, max: 10s}
    tasks: &tasks
      - {size: {cpus: {uniform: [1, 3]}}, every: {log_normal: {median: 5s, sigma: 1}}, batch: {values: [1, 10]}, duration: forever}
  - {name: b, tasks: *tasks}
settings: {shape: *big}
`))
	require.NoError(t, err)
	require.Equal(t, Duration(60*time.Hour), s.Duration)
	require.Equal(t, Resources{"cpus": 4_000_000, "mem": 1_572_864_000}, s.Settings.Shape)
	require.Equal(t, Duration(5*time.Minute), s.Frameworks[0].Refuse.Idle)
	require.Equal(t, Duration(5*time.Second), s.Frameworks[0].Refuse.Rest)
	require.Equal(t, Distribution{Kind: Exponential, A: 2, Max: 10}, bare(s.Frameworks[0].Hold.Distribution))
	task := s.Frameworks[1].Tasks[0]
	require.Equal(t, Distribution{Kind: Uniform, A: 1, B: 3}, bare(task.Size["cpus"]))
	require.Equal(t, Distribution{Kind: LogNormal, A: 5, B: 1}, bare(task.Every.Distribution))
	require.Equal(t, Distribution{Kind: Values, List: []float64{1, 10}}, bare(task.Batch.Distribution))
	require.Equal(t, Endless, task.Duration.Kind)
}

func bare(l Distribution) Distribution { l.where, l.written, l.read = located{}, nil, nil; return l }

func TestOverrides(t *testing.T) {
	text := []byte("duration: 1m\nroles: {name: web}\nmachines: {has: {cpus: 4}}\nframeworks: {name: web, tasks: {size: {cpus: 1}, backlog: true}}\n")
	with := func(list ...string) (*Scenario, error) {
		var overrides []Override
		for _, o := range list {
			parsed, err := ParseOverride(o)
			require.NoError(t, err)
			overrides = append(overrides, parsed)
		}
		return Parse("x.yaml", text, overrides...)
	}
	s, err := with("policy=random", "roles.web.weight=2.5", "frameworks.web.hold={exponential: 3s}", "frameworks.0.tasks.0.size.cpus=2", "seeds=[7]")
	require.NoError(t, err)
	require.Equal(t, "random", s.Settings.Policy)
	require.Equal(t, 2.5, s.Roles[0].Weight)
	require.Equal(t, 3.0, s.Frameworks[0].Hold.A)
	require.Equal(t, 2.0, s.Frameworks[0].Tasks[0].Size["cpus"].A)
	require.Equal(t, Seeds{7}, s.Seeds)

	s, err = with("frameworks.web.hold.exponential=3s", "frameworks.web.hold.max=1m", "frameworks.web.tasks.size.cpus.uniform=[1, 3]", "frameworks.web.tasks.size.cpus.uniform.0=2", "frameworks.web.roles=[a, b]", "frameworks.web.roles.1=c", "seeds=[3, 4]", "seeds.0=7")
	require.NoError(t, err)
	require.Equal(t, Distribution{Kind: Exponential, A: 3, Max: 60}, bare(s.Frameworks[0].Hold.Distribution))
	require.Equal(t, Distribution{Kind: Uniform, A: 2, B: 3}, bare(s.Frameworks[0].Tasks[0].Size["cpus"]))
	require.Equal(t, []string{"a", "c"}, s.Frameworks[0].Roles)
	require.Equal(t, Seeds{7, 4}, s.Seeds)

	for override, want := range map[string]string{
		"frameworks.web.hold.exponentials=3s":         "did you mean \"exponential\"?",
		"frameworks.web.hold.exponential=soon":        "\"soon\" is not a time with its unit",
		"frameworks.web.tasks.size.cpu.exponential=2": "there is no \"cpu\"; did you mean \"cpus\"?",
		"frameworks.web.tasks.every.pareto.min=2s":    "there is no distribution whose \"pareto\" could be set: set all of it",
		"web.weight=2": "unknown key \"web\"; did you mean \"frameworks.web.weight\"?",
		"frameworks.web.tasks.size.cpus.uniform.2=3": "there is no \"2\"",
		"polcy=random":        "polcy=random: unknown key \"polcy\"; did you mean \"policy\"?",
		"events.0.at=5s":      "there is no \"0\"; there are none",
		"roles.wab.weight=1":  "there is no \"wab\"; did you mean \"web\"?",
		"roles.web.weight=x":  "\"x\" is not a number",
		"roles.web.weight=-1": "a weight of -1 is not above 0",
		"duration.x=1":        "there is nothing below \"x\"",
		"policy=fair":         "\"max_min\" \"asset\"] (with policy=fair)",
	} {
		_, err := with(override)
		require.ErrorContains(t, err, want, override)
	}
	_, err = Parse("x.yaml", append(text, "expect: {figure: jain, from: 30s, min: 0}\n"...), Override{"duration", "10s"})
	require.NoError(t, err, "what is expected later is left out")
	_, err = Parse("x.yaml", []byte(smallest), Override{"policy", "fair"})
	require.ErrorContains(t, err, "x.yaml: no such policy: \"fair\"", "the file has no place for what it leaves out")
	for _, path := range []string{"machines.file", "frameworks.web.tasks.every.file"} {
		withFiles := strings.NewReplacer("has: {cpus: 4, mem: 8GB}", "file: m.csv", "backlog: true", "every: {file: e.csv, column: v}").Replace(smallest)
		_, err = Parse("x.yaml", []byte(withFiles), Override{path, ""})
		require.EqualError(t, err, path+"=: the name of a file has nothing in it")
	}
	_, err = ParseOverride("policy")
	require.EqualError(t, err, "\"policy\" is not PATH=VALUE")
}

// Aliases of lists in lists stand for more than any memory holds.
func TestAliasesAreBounded(t *testing.T) {
	list := func(of string) string { return "[" + strings.Repeat(of+", ", 2000) + of + "]" }
	text := strings.Replace(smallest, "{size: {cpus: 1}, backlog: true}", "[&t {size: {cpus: 1}, backlog: true}, "+list("*t")[1:], 1)
	text = strings.Replace(text, "frameworks: {", "frameworks: [&f {", 1)
	text = strings.TrimSpace(text) + ", " + list("*f")[1:] + "\n"
	_, err := Parse("x.yaml", []byte(text))
	require.ErrorContains(t, err, "x.yaml:3:")
	require.ErrorContains(t, err, "aliases stand for more than 200000 values")
	_, err = Parse("x.yaml", []byte("duration: 1m\nmachines: &x\n *x\n"))
	require.ErrorContains(t, err, "there is no anchor &x before this", "it would stand for itself")
}

// Whatever a file holds, reading it ends with a scenario or an error.
func FuzzParse(f *testing.F) {
	f.Add([]byte(smallest))
	f.Add([]byte("duration: 1m\nmachines: &x\n  - *x\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if s, err := Parse("x.yaml", content); err == nil && s.Duration <= 0 {
			t.Fatal("a scenario without a duration")
		}
	})
}

// A key of how tasks come takes the place of another one.
func TestOverridesOfHowTasksCome(t *testing.T) {
	tasks := func(path, value string) *Tasks {
		s, err := Parse("x.yaml", []byte(smallest), Override{path, value})
		require.NoError(t, err, path)
		return s.Frameworks[0].Tasks[0]
	}
	kept := tasks("frameworks.0.tasks.keep", "3")
	require.Equal(t, 3, kept.Keep)
	require.False(t, kept.Backlog)
	require.Equal(t, 2.0, tasks("frameworks.0.tasks.every", "2s").Every.A)
	require.Equal(t, Exponential, tasks("frameworks.0.tasks.every.exponential", "2s").Every.Kind)
	require.True(t, tasks("frameworks.0.tasks.backlog", "true").Backlog)
	_, err := Parse("x.yaml", []byte(smallest), Override{"frameworks.0.tasks.gang", "3"})
	require.ErrorContains(t, err, "gangs arrive with every or keep")
	_, err = Parse("x.yaml", []byte(smallest), Override{"roles.wbe.weight", "3"})
	require.ErrorContains(t, err, "there is no \"wbe\"; did you mean \"web\"?", "of the roles that frameworks use")
}

// Names may have points and braces in them; the one entry of a list need not be named, nor
// a role be listed that frameworks use.
func TestOverridesOfWhatIsNotSpeltOut(t *testing.T) {
	const text = `duration: 1m
machines: {has: {cpus: 4}}
roles: [{name: "team-{1..2}"}, {name: v1.5}]
frameworks:
  - {name: a.b, roles: ["org/team", v1.5], tasks: {size: {cpus: 1}, keep: 1}}
  - {name: "web-{1..2}", tasks: [{size: {cpus: 1}, keep: 1}, {size: {cpus: 1}, keep: 1}]}
`
	parse := func(path, value string) (*Scenario, error) {
		return Parse("x.yaml", []byte(text), Override{path, value})
	}
	good := func(path, value string) *Scenario {
		s, err := parse(path, value)
		require.NoError(t, err, path)
		return s
	}
	role := func(s *Scenario, name string) float64 {
		for _, r := range s.Roles {
			if r.Name == name {
				return r.Weight
			}
		}
		return 0
	}
	require.Equal(t, 7, good("frameworks.a.b.tasks.keep", "7").Frameworks[0].Tasks[0].Keep)
	require.Equal(t, 8, good("frameworks.a.b.tasks.0.keep", "8").Frameworks[0].Tasks[0].Keep)
	require.Equal(t, 5, good("machines.count", "5").Machines[0].Count)
	require.Equal(t, 3.0, role(good("roles.v1.5.weight", "3"), "v1.5"))
	require.Equal(t, 3.0, role(good("roles.team-{1..2}.weight", "3"), "team-2"))
	require.Equal(t, 3.0, role(good("roles.org/team.weight", "3"), "org/team"))
	require.Equal(t, 3.0, role(good("roles.org.weight", "3"), "org"), "it is above one that frameworks use")
	require.Equal(t, 3.0, role(good("roles.web-2.weight", "3"), "web-2"))
	limited := good("roles.web-1.limit.cpus", "2")
	require.Equal(t, "2", limited.Roles[3].Limit["cpus"].String())
	require.Equal(t, 1.0, limited.Roles[3].Weight, "as roles are that are not listed")
	for path, want := range map[string]string{
		"roles.team-1.weight":              `there is no "team-1"`,
		"roles.wob.weight":                 `there is no "wob"`,
		"roles.web-1.wait":                 `unknown key "wait"`,
		"frameworks.web-{1..2}.tasks.keep": `there is no "keep"; there are ["0" "1"]`,
		"machines.counts":                  `there is no "counts"`,
		"frameworks.a.b.hold.pareto.min":   `frameworks.a.b.hold.pareto.min=3s: key "alpha" is missing beside it`,
		"frameworks.a.b.start":             `frameworks.a.b.start=3: "3" is not a time with its unit`,
	} {
		value := "3"
		if strings.Contains(path, "hold") {
			value = "3s"
		}
		_, err := parse(path, value)
		require.ErrorContains(t, err, want, path)
	}
}

// Names with braces stand for several in lists and as keys, too.
func TestNamesInEventsStandForSeveral(t *testing.T) {
	const text = `duration: 1m
machines: {name: "rack-{1..3}", has: {cpus: 4}}
frameworks:
  - {name: "web-{1..2}", machines: "rack-{1..2}", tasks: {size: {cpus: 1}, keep: 1}}
  - {name: "job-{1..2}", count: 2, tasks: {size: {cpus: 1}, keep: 1}}
events:
  - {at: 1s, fail: ["rack-{1..2}", rack-3], stop: ["{web,job}-{1..2}", "job-{1..2}"], weight: {"web-{1..2}": 2, other: 3}, policy: {"web-{1..2}": asset}}
  - {at: 2s, maintenance: "rack-{2..3}", stop: "web-{2..2}"}
`
	_, err := Parse("x.yaml", []byte(text))
	require.ErrorContains(t, err, `there is no framework "job-1"`, "there are two of it")
	s, err := Parse("x.yaml", []byte(strings.Replace(text, "{web,job}-{1..2}", "web-{1..2}", 1)))
	require.NoError(t, err)
	require.Equal(t, []string{"rack-1", "rack-2"}, s.Frameworks[0].Machines)
	require.Equal(t, []string{"rack-1", "rack-2", "rack-3"}, s.Events[0].Fail)
	require.Equal(t, []string{"web-{1..2}", "job-{1..2}"}, s.Events[0].Stop, "the frameworks of that entry")
	require.Equal(t, map[string]float64{"web-1": 2, "web-2": 2, "other": 3}, s.Events[0].Weight)
	require.Equal(t, map[string]string{"web-1": "asset", "web-2": "asset"}, s.Events[0].Policy)
	require.Equal(t, []string{"rack-2", "rack-3"}, s.Events[1].Maintenance)
	require.Equal(t, []string{"web-2"}, s.Events[1].Stop)
	_, err = Parse("x.yaml", []byte(strings.Replace(text, "other: 3", "web-1: 3", 1)))
	require.ErrorContains(t, err, `"web-1" is there twice`)
}

// As many at one place are one mistake, which is thrown in the end.
func TestManyMistakesAtOnePlaceAreOne(t *testing.T) {
	m, mistake := &mistakes{}, &Error{Line: 7, Column: 3, Text: "no number"}
	for range 3 * mostFound {
		require.False(t, m.gather(func() { panic(mistake) }))
	}
	require.True(t, m.gather(func() {}))
	require.Less(t, len(m.list), mostFound)
	require.PanicsWithValue(t, mistake, m.throw)
}
