#!/bin/bash
# reach.sh PROFILE [PROFILE OF TESTS...] says which lines a hunt has not reached, and which
# of these nobody has whose profile is given besides. Called by make hunt.
set -euo pipefail
hunt=${1:?usage: reach.sh PROFILE [PROFILE OF TESTS...]}
shift

# A profile has lines such as MODULE/FILE:FIRST.COLUMN,LAST.COLUMN STATEMENTS TIMES: blocks of
# statements that are carried out together, each once or often.
blocks() { # whose profile...
	local of=$1
	shift
	cat "$@" | sed -nE "s#^([^/]+/){3}(.+):([0-9]+)\.([0-9]+),([0-9]+)\.([0-9]+) ([0-9]+) ([0-9]+)\$#\2 \3 \5 \7 \4.\6 \8 $of#p"
}

all=$(blocks hunt "$hunt" && if (($#)); then blocks tests "$@"; fi)
awk '
	$7 == "tests" { tested[$1, $2, $3, $4, $5] += $6; next }
	{ block[$1, $2, $3, $4, $5] = $1 " " $2 " " $3 " " $4; reached[$1, $2, $3, $4, $5] += $6 }
	END {
		for (x in block) {
			what = reached[x] ? "reached" : tested[x] ? "tested" : "missed"
			# What a hunt has no business in, or what is counted for its steps alone.
			if (block[x] ~ /invariants|internal\/[a-z]+\/validate/) what = "complaints"
			if (block[x] ~ /^core\/internal\/(explain\/(text|json)|snapshot\/state_json|jsontext\/)/) what = "text"
			if (block[x] !~ /^(capi|internal)\//) print block[x], what
		}
	}' <<<"$all" | sort -k1,1 -k2,2n | awk -v tests=$# '
	{ sum[$5] += $4 }
	$5 != "missed" { next }
	$1 == file && $2 <= last + 1 { if ($3 > last) last = $3; next } # lines that follow each other
	{ end(); file = $1; first = $2; last = $3 }
	function end() {
		if (file != "") list[n += file != named] = (file == named ? list[n] ", " : "  " file ": ") first "-" last
		named = file
	}
	END {
		end()
		printf "reached: %d of %d statements", sum["reached"], sum["reached"] + sum["tested"] + sum["missed"]
		print (tests ? "; tests alone reach " sum["tested"] + 0 : "") "; not reached are"
		for (i = 1; i <= n; i++) print list[i]
		if (sum["complaints"]) print "left out, " sum["complaints"] " statements: complaints of the invariants, which are for a broken allocator"
		if (sum["text"]) print "left out, " sum["text"] " statements: text that the tests of core compare word by word"
	}'
