package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/text"
)

// explainFlags are what apportion explain is asked.
type explainFlags struct {
	framework, role, agent, at, trace string
	json                              bool
	scenario                          scenarioFlags
}

func explainCommand() *cobra.Command {
	var f explainFlags
	command := &cobra.Command{
		Use:   "explain HISTORY|RECORDING|SCENARIO",
		Short: "Say why a framework is offered what it is, and nothing more",
		Long: `Replays HISTORY, a file with a history or a trace, and says why a framework is offered what
it is in a role, or in all of its roles: every agent counts for the first thing
that keeps it from the framework. With --agent, all that keeps that agent. Without
--framework, what keeps agents from the role. With --agent alone, who holds that agent.

  apportion explain examples/headroom.history --framework web

With --json it is an object, or an array of them where a framework is in several
roles and none is named.

--at is a line of the file, after which to ask, or a time of the history, such as
7.5s or 2m. Of a recording (docs/journal.md) it is a time on the host's clock, as in
apportion replay --to. A SCENARIO, YAML as docs/scenarios.md describes it, is run, and --at is a
time of it. docs/explain.md says what the answer means.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			f.checkAsked()
			if isScenario(args[0]) {
				refuseFlags(cmd, "histories", args[0], "trace")
				f.scenario.ask(args[0], f.at, cmd.ErrOrStderr(), func(a *core.Allocator) {
					must.Do(about(args[0], must.Catch(func() { f.answer(cmd.OutOrStdout(), a) })))
				})
				return
			}
			refuseFlags(cmd, "scenarios", args[0], ofScenarios...)
			if isRecording(args[0]) {
				refuseFlags(cmd, "histories", args[0], "trace")
				p := must.Get(carryOut(args[0], f.at, cmd.ErrOrStderr(), nil))
				must.Do(about(args[0], must.Catch(func() { f.answer(cmd.OutOrStdout(), p.Allocator) })))
				must.Do(brokenOff(p))
				return
			}
			traces := readHistory(args[0])
			must.Do(about(args[0], must.Catch(func() {
				f.run(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], traces)
			})))
		}),
	}
	flags := command.Flags()
	flags.StringVar(&f.framework, "framework", "", "the framework's id")
	flags.StringVar(&f.role, "role", "", "the role; all that the framework is subscribed to if it is not given")
	flags.StringVar(&f.agent, "agent", "", "the agent's id; all agents if it is not given")
	flags.StringVar(&f.at, "at", "", "when to ask: after a line, or at a time; at the end if it is not given")
	flags.StringVar(&f.trace, "trace", "", "the trace, in a file of several")
	flags.BoolVar(&f.json, "json", false, "answer as JSON")
	f.scenario.addTo(command)
	return command
}

// checkAsked checks that somebody is asked for.
func (f *explainFlags) checkAsked() {
	if f.framework == "" && (f.role == "") == (f.agent == "") {
		must.Fail("say about whom: --framework F, --role R, both, or --agent A by itself; with --role, --agent needs --framework, too")
	}
}

// run answers the question that the flags ask.
func (f *explainFlags) run(out, warnings io.Writer, file string, traces []history.Trace) {
	a, line := f.place(traces).replay(func(step history.Step, refused error) {
		fmt.Fprintf(warnings, "%s: line %d was refused and changed nothing: %v\n", file, step.Line, refused)
	})
	must.Do(about(fmt.Sprintf("line %d", line), must.Catch(func() { f.answer(out, a) })))
}

// answer asks an allocator and writes what it answers: one answer, or one for each role
// of a framework.
func (f *explainFlags) answer(out io.Writer, a *core.Allocator) {
	answers := f.ask(a)
	switch {
	case f.json && len(answers) == 1:
		writeJSON(out, answers[0])
	case f.json:
		writeJSON(out, answers)
	default:
		if len(answers) == 0 {
			fmt.Fprintf(out, "Nothing is offered to %s: it is in no role.\n", f.framework)
		}
		for i, e := range answers {
			if i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprint(out, e)
		}
	}
}

// ask asks an allocator.
func (f *explainFlags) ask(a *core.Allocator) []fmt.Stringer {
	names := namesIn(a)
	var framework alloc.FrameworkID
	var roles []alloc.RoleID
	if f.framework != "" {
		var ok bool
		framework, ok = a.FindFramework(f.framework)
		if !ok {
			must.Do(unknown("framework", f.framework, names.frameworks))
		}
		roles = names.rolesOf[framework]
	}
	if f.role != "" {
		id, ok := names.roles[f.role]
		if !ok {
			must.Do(unknown("role", f.role, sortedNames(names.roles)))
		}
		roles = []alloc.RoleID{id}
	}
	agent, ok := a.FindAgent(f.agent)
	if f.agent != "" && !ok {
		must.Do(unknown("agent", f.agent, names.agents))
	}
	if f.framework == "" && f.role == "" {
		return []fmt.Stringer{holdersOf(a, agent)}
	}
	if f.framework == "" {
		return []fmt.Stringer{must.Get(a.ExplainRole(roles[0]))}
	}
	answers := []fmt.Stringer{}
	if f.role == "" && f.agent == "" {
		for _, e := range must.Get(a.ExplainFramework(framework)) {
			answers = append(answers, e)
		}
		return answers
	}
	for _, r := range roles {
		if f.agent == "" {
			answers = append(answers, must.Get(a.Explain(framework, r)))
		} else {
			answers = append(answers, must.Get(a.ExplainAgent(framework, r, agent)))
		}
	}
	return answers
}

// stop is up to where a trace is replayed.
type stop struct {
	steps []history.Step
	until time.Duration // at most; negative: to the end
}

// place finds the trace, and where in it to ask.
func (f *explainFlags) place(traces []history.Trace) stop {
	if line, err := strconv.Atoi(f.at); err == nil {
		for _, t := range traces {
			first, last := t.Steps[0].Line, t.Steps[len(t.Steps)-1].Line
			if line >= first && line <= last && (f.trace == "" || f.trace == t.Name) {
				n := slices.IndexFunc(t.Steps, func(s history.Step) bool { return s.Line > line })
				if n < 0 {
					n = len(t.Steps)
				}
				return stop{t.Steps[:n], -1}
			}
		}
		must.Fail("line %d: there is no operation", line)
	}
	until := time.Duration(-1)
	if f.at != "" {
		var err error
		if until, err = time.ParseDuration(f.at); err != nil || until < 0 {
			must.Fail("--at %s: neither a line nor a time such as 7.5s", f.at)
		}
	}
	var names []string
	for _, t := range traces {
		if len(traces) == 1 && f.trace == "" || t.Name == f.trace && f.trace != "" {
			return stop{t.Steps, until}
		}
		names = append(names, t.Name)
	}
	if f.trace == "" {
		must.Fail("%s", text.Format("has the traces %s: --trace says which is meant", strings.Join(names, ", ")))
	}
	must.Do(unknown("trace", f.trace, names))
	return stop{}
}

// replay carries the operations out, and returns the allocator and the last line.
func (s stop) replay(refused func(history.Step, error)) (*core.Allocator, int) {
	d := driver.New(alloc.Options{})
	now, line := time.Duration(0), 0
	for _, step := range s.steps {
		op := step.Op
		over := false
		if o, ok := op.(*history.Advance); ok && s.until >= 0 {
			by := history.Duration(o.Seconds)
			over = by > s.until-now
			if over {
				by = s.until - now
				op = &history.Advance{Seconds: by.Seconds()}
			}
			now += by
		}
		line = step.Line
		if _, err := d.Apply(op); err != nil {
			refused(step, err)
		}
		if over {
			break
		}
	}
	a := d.Allocator()
	if a == nil {
		must.Fail("line %d: there is no allocator yet", line)
	}
	return a, line
}
