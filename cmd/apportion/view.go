package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/apportion/apportion/cmd/apportion/top"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
	"github.com/apportion/apportion/sim/comparison"
	"github.com/apportion/apportion/sim/scenario"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// viewFlags are the flags of the command.
type viewFlags struct {
	listen, to string
	scenarioFlags

	lack error // not all of a recording is shown; nil: it is
}

func viewCommand() *cobra.Command {
	var f viewFlags
	var vary []string
	command := &cobra.Command{
		Use:   "view RECORDING|SCENARIO [OTHER]",
		Short: "Serve a page that shows an allocator at work, with a slider over time",
		Long: `Replays RECORDING, a folder or a file of it, or runs SCENARIO, YAML as docs/scenarios.md
describes it, and serves a page that shows how the allocator stood at any time of it:

  apportion view scenarios/rack-under-quota.yaml

docs/view.md says what is on it. The page's address is printed. Interrupt ends it. If a damage
keeps it from the end of RECORDING, or from --to, the page shows what can be read, and the exit
status is 3, or 4 where only an end is cut off; 1 where answers differ from the recorded ones.

With OTHER, or with --vary and two values, it shows two side by side, with one slider:

  apportion view web.yaml --vary policy=drf,random

It listens on this machine alone unless --listen names another address.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			for _, path := range args {
				fit(cmd, path)
			}
			page := f.page(args, vary, cmd.ErrOrStderr())
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			if terminal := terminalOf(cmd.ErrOrStderr()); terminal != nil {
				fmt.Fprintln(terminal, "The page is at this address until Ctrl-C ends it:")
			}
			must.Do(serve(ctx, cmd.OutOrStdout(), f.listen, page))
			must.Do(f.lack)
		}),
	}
	flags := command.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "address to listen on; port 0 takes one that is free")
	flags.StringArrayVar(&vary, "vary", nil, "of a scenario: PATH=VALUE,VALUE: two variants of it, side by side")
	f.addTo(command)
	return command
}

// page is that of one player, or of two side by side.
func (f *viewFlags) page(paths, vary []string, warnings io.Writer) http.Handler {
	if len(vary) == 0 && len(paths) == 1 {
		return view.Handler(f.play(paths[0], nil, warnings), nil)
	}
	var sides []view.Side
	if len(vary) == 0 {
		for _, path := range paths {
			sides = append(sides, view.Side{Name: path, Source: f.play(path, nil, warnings)})
		}
		return view.Pair([2]view.Side(sides), nil)
	}
	if len(paths) > 1 || isRecording(paths[0]) {
		must.Fail("--vary is of one scenario")
	}
	var varied []comparison.Vary
	for _, text := range vary {
		varied = append(varied, must.Get(comparison.ParseVary(text)))
	}
	variants := must.Get(comparison.Variants(varied))
	if len(variants) != 2 {
		must.Fail("two variants can be shown side by side, and --vary makes %d; give it two values, such as policy=drf,random", len(variants))
	}
	for _, v := range variants {
		sides = append(sides, view.Side{Name: v.String(), Source: f.play(paths[0], v.Overrides, warnings)})
	}
	return view.Pair([2]view.Side(sides), nil)
}

// addTo adds the flags that say what is shown.
func (f *viewFlags) addTo(command *cobra.Command) {
	command.Flags().StringVar(&f.to, "to", "", "of a recording: the time at which to stop")
	f.scenarioFlags.addTo(command)
}

// fit refuses flags that say nothing of what is shown.
func fit(cmd *cobra.Command, path string) {
	switch {
	case top.IsAddress(path):
		refuseFlags(cmd, "recordings and scenarios", path, append(ofScenarios, "to")...)
	case isRecording(path):
		refuseFlags(cmd, "scenarios", path, ofScenarios...)
	default:
		refuseFlags(cmd, "recordings", path, "to")
	}
}

// play has a player observe all that a recording or a variant of a scenario has to show.
func (f *viewFlags) play(path string, variant []scenario.Override, warnings io.Writer) *view.Player {
	player := view.NewPlayer(live.Options{HistoryStep: time.Millisecond, HistoryAge: -1})
	if isRecording(path) {
		p, err := carryOut(path, f.to, warnings, frameObserver{player})
		if different, ok := errors.AsType[*journal.Difference](err); ok {
			fmt.Fprintf(warnings, "different: %v\nthe page shows what was before\n", different)
			f.lack = cmp.Or(f.lack, errFailed)
			return player
		}
		must.Do(err)
		must.Do(player.End(&p.Allocator.View))
		f.lack = cmp.Or(f.lack, brokenOff(p))
		return player
	}
	sc := must.Get(scenario.ReadWith(scenarioFile(path), append(readOverrides(f.set), variant...)))
	end := alloc.Time(sc.Length(f.short))
	run := f.run(sc, warnings, func(a *core.Allocator) {
		take := player.Observe
		if a.Now() >= end {
			take = player.End // however close the last frame is
		}
		must.Do(take(&a.View))
	})
	for _, m := range run.Marks {
		player.Mark(m.At, m.Text)
	}
	return player
}

// frameObserver has a player observe a replay.
type frameObserver struct{ player *view.Player }

// Restored is called with an allocator as it was when the recording began, or went on after a gap.
func (o frameObserver) Restored(a *core.Allocator) { o.observe(a) }

// Called is called after each call that was not refused.
func (o frameObserver) Called(a *core.Allocator, _ *journal.Step) { o.observe(a) }

func (o frameObserver) observe(a *core.Allocator) { must.Do(o.player.Observe(&a.View)) }

// serve serves the page until the context ends, and prints where.
func serve(ctx context.Context, out io.Writer, address string, page http.Handler) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	if listener.Addr().(*net.TCPAddr).IP.IsLoopback() {
		page = view.LocalNamesOnly(page)
	}
	server := &http.Server{Handler: page, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	if _, err := fmt.Fprintf(out, "http://%s/\n", listener.Addr()); err != nil {
		_ = server.Close() // nobody knows the address
		return err
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}
