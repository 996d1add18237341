package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
	"github.com/apportion/apportion/journal/whatif"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/habits"
	"github.com/apportion/apportion/sim/present"
)

func whatifCommand() *cobra.Command {
	var at, fits string
	var asJSON bool
	var q whatif.Question
	var s simulation
	command := &cobra.Command{
		Use:   "whatif RECORDING [CHANGE...]",
		Short: "Say what would be offered at a time of a recording if something were different",
		Long: `Takes the state at a time of RECORDING, a folder or a file of it (apportion state),
makes the changes in the order in which they are given, and says what each role and
framework would be offered in the next cycle, against what they would be without.
As with diff, the exit status is 1 if there is a difference:

  apportion whatif DIR --at 7.5s --weight web=2 --quota 'batch=cpus:100..400,gpus:..8'
  apportion whatif DIR --remove-agents 'rack-7-*' --fits cpus:4,mem:16384,x10

With --for it goes on from there in the simulator, as it was and as changed, with
frameworks whose habits are fitted to what they did before, and compares shares, waits
and the like as compare does:

  apportion whatif DIR --at 2h --for 1h --weight web=2 --seeds 10

It is 0 if there is none, 2 if it cannot be answered, 3 or 4 if it is of an earlier time than was asked for, since the recording is
damaged or cut off behind it. docs/journal.md says what the numbers are.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			checkSeeds(cmd, s.Seeds)
			if fits != "" {
				q.Fits = must.Get(whatif.ParseFits(fits))
			}
			var observer journal.Observer
			seen := habits.New(0)
			if s.length > 0 {
				refuseOfOneCycle(q.Changes)
				observer = seen
			} else if cmd.Flags().Changed("for") {
				must.Fail("--for %v: that is no time to go on for", s.length)
			} else {
				refuseFlags(cmd, "--for", "", "seeds", "figure", "out", "quiet")
			}
			p := must.Get(carryOut(args[0], at, cmd.ErrOrStderr(), observer))
			answer := whatifAnswer{Lost: loss(p), Result: must.Get(whatif.Ask(p.Allocator, q))}
			if s.length > 0 {
				answer.Simulated = s.ask(p.Allocator, seen, q.Changes, cmd.ErrOrStderr())
			}
			different := answer.write(cmd.OutOrStdout(), asJSON)
			if answer.Simulated != nil && !asJSON {
				tellPage(cmd.OutOrStdout(), s.out, answer.Simulated.Name+"-compared")
			}
			must.Do(brokenOff(p))
			if different {
				must.Do(errFailed)
			}
		}),
	}
	flags := command.Flags()
	flags.DurationVar(&s.length, "for", 0, "go on from there in the simulator for so long, such as 1h")
	flags.IntVar(&s.Seeds, "seeds", 5, "with --for: with how many seeds")
	flags.StringArrayVar(&s.Figures, "figure", nil, "with --for: a figure to compare, such as \"wait_p95 of web\" (default: those that tell most)")
	flags.StringVar(&s.out, "out", "", "with --for: folder to write a page to")
	flags.BoolVar(&s.quiet, "quiet", false, "with --for: show no progress")
	flags.StringVar(&at, "at", "", "when; at the end if it is not given")
	flags.StringVar(&fits, "fits", "", "SHAPE[,xN]: how many tasks of a shape fit, such as cpus:4,mem:16384, and whether N do")
	flags.BoolVar(&asJSON, "json", false, "answer as JSON, with what is the same")
	changeFlags(command, &q.Changes)
	return command
}

// changeFlags has a command take changes, in the order in which they are given.
func changeFlags(command *cobra.Command, changes *[]whatif.Change) {
	change := func(name, form, usage string, read func(string) (whatif.Change, error)) {
		command.Flags().Var(&changeFlag{form, read, changes}, name, usage)
	}
	change("weight", "ROLE=X", "another weight", whatif.Weight)
	change("resource-weight", "RESOURCE,...=X", "a resource counts X times in shares; several count as one", whatif.ResourceWeight)
	change("quota", "ROLE=RESOURCE:GUARANTEE..LIMIT,...", "another quota; what is left out is none", whatif.Quota)
	change("lending", "ROLE=RESOURCE:MOST,...", "what the role lends of its guarantee and reservations, at most (docs/lending.md), and without a bound of what is recalled for it; not with --for", whatif.Lending)
	change("borrowing", "ROLE=RESOURCE:MOST,...", "how much may be borrowed in the role and below it, an amount or a part such as 50%; not with --for", whatif.Borrowing)
	change("remove-agents", "N|PATTERN", "fewer agents: the first N by id, or those whose id is like rack-7-*", whatif.RemoveAgents)
	change("add-agents", "N:SHAPE", "more agents, such as 10:cpus:8,mem:32768", whatif.AddAgents)
	policies := map[string]alloc.PolicyScope{"policy": alloc.ScopeAll, "role-policy": alloc.ScopeRoles, "framework-policy": alloc.ScopeFrameworks}
	for _, name := range sortedNames(policies) {
		of := policies[name]
		change(name, "POLICY|/ROLE=POLICY", "another policy (docs/policies.md), of "+of.String()+" below a role or everywhere",
			func(text string) (whatif.Change, error) { return whatif.Policy(text, of) })
	}
}

// whatifAnswer is what the next cycle says, and, with --for, the simulator.
type whatifAnswer struct {
	*whatif.Result
	Simulated *comparison.Result `json:"simulated,omitempty"`
	Lost      string             `json:"recording_lost,omitempty"` // what could not be read before
}

// write writes the answer, and returns whether there is a difference.
func (a *whatifAnswer) write(out io.Writer, asJSON bool) (different bool) {
	if asJSON {
		writeJSON(out, a)
	} else {
		must.Do(a.WriteText(out))
		if a.Simulated != nil {
			fmt.Fprintln(out)
			must.Do(present.WriteComparison(out, a.Simulated))
		}
	}
	return a.Different || a.Simulated != nil && a.Simulated.Different()
}

// changeFlag adds changes to a list that all such flags share, so that they stay in the
// order in which they are given.
type changeFlag struct {
	form string
	read func(string) (whatif.Change, error)
	list *[]whatif.Change
}

func (f *changeFlag) Set(text string) error {
	c, err := f.read(text)
	if err == nil {
		*f.list = append(*f.list, c)
	}
	return err
}

func (f *changeFlag) String() string { return "" }
func (f *changeFlag) Type() string   { return f.form }
