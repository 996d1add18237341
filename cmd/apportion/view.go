package main

import (
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

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/scenario"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// viewFlags are the flags of the command.
type viewFlags struct {
	listen, to string
	short      bool
	seed       int64
	set        []string
}

func viewCommand() *cobra.Command {
	var f viewFlags
	command := &cobra.Command{
		Use:   "view RECORDING|SCENARIO",
		Short: "Serve a page that shows an allocator at work, with a slider over time",
		Long: `Replays RECORDING, a folder or a file of it, or runs SCENARIO, YAML as docs/scenarios.md
describes it, and serves a page that shows how the allocator stood at any time of it:
docs/view.md says what is on it. The page's address is printed. Interrupt ends it.

It listens on this machine alone unless --listen names another address.`,
		Args: cobra.ExactArgs(1),
		RunE: steps(func(cmd *cobra.Command, args []string) {
			player := f.play(args[0], cmd.ErrOrStderr())
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			must.Do(serve(ctx, cmd.OutOrStdout(), f.listen, view.Handler(player, nil)))
		}),
	}
	flags := command.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:0", "address to listen on; port 0 takes one that is free")
	flags.StringVar(&f.to, "to", "", "of a recording: the time at which to stop")
	flags.BoolVar(&f.short, "short", false, "of a scenario: run its short form")
	flags.Int64Var(&f.seed, "seed", 1, "of a scenario: the seed")
	flags.StringArrayVar(&f.set, "set", nil, "of a scenario: PATH=VALUE, as of simulate")
	return command
}

// play has a player observe all that a recording or a scenario has to show.
func (f *viewFlags) play(path string, warnings io.Writer) *view.Player {
	player := view.NewPlayer(live.Options{HistoryStep: time.Millisecond, HistoryAge: -1})
	o := frameObserver{player}
	if isRecording(path) {
		p, err := carryOut(path, f.to, warnings, o)
		if different, ok := errors.AsType[*journal.Difference](err); ok {
			fmt.Fprintf(warnings, "different: %v\nthe page shows what was before\n", different)
			return player
		}
		must.Do(err)
		must.Do(player.End(p.Allocator))
		return player
	}
	sc := must.Get(scenario.ReadWith(path, readOverrides(f.set)))
	bar := newProgress(warnings, sc.Name(), sc.Length(f.short), false)
	defer bar.finish()
	run := must.Get(sim.Simulate(sc, sim.Options{Seed: f.seed, Short: f.short, Watch: bar.add, Observe: o.observe}))
	for _, m := range run.Marks() {
		player.Mark(m.At, m.Text)
	}
	return player
}

// frameObserver has a player observe a replay or a simulation.
type frameObserver struct{ player *view.Player }

// Restored is called with an allocator as it was when the recording began.
func (o frameObserver) Restored(a *core.Allocator) { o.observe(a) }

// Called is called after each call.
func (o frameObserver) Called(a *core.Allocator, _ *journal.Step) { o.observe(a) }

func (o frameObserver) observe(a *core.Allocator) { must.Do(o.player.Observe(a)) }

// serve serves the page until the context ends, and prints where.
func serve(ctx context.Context, out io.Writer, address string, page http.Handler) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: page, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	fmt.Fprintf(out, "http://%s/\n", listener.Addr())
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}
