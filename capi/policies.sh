#!/bin/sh
# policies.sh GO OUT POLICY...: writes into OUT what builds the library and the tool with
# packages of other modules: a workspace, policies.go with the Policies that they export, and overlay.json
# that puts it into both programs. A policy is a package's folder, or module@version.
set -eu
go=$1 out=$2
shift 2
mkdir -p "$out"
here=$(pwd)
module=$(GOWORK=off "$go" list -m)
uses='' n=0
{
  echo 'package main'
  echo
  echo 'import "slices"'
  echo "import \"$module/internal/linked\""
} > "$out/policies.go"
rm -f "$out/go.work"
(cd "$out" && "$go" work init "$here")
for policy; do
  folder=$policy
  if [ ! -d "$folder" ]; then
    folder=$("$go" mod download -json "$policy" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  fi
  found=$(cd "$folder" && GOWORK=off "$go" list -find -f '{{.ImportPath}} {{.Module.Dir}}' .) ||
    { echo "policies.sh: the policy $policy cannot be built in $folder" >&2; exit 1; }
  # The release that it requires may be none that can be fetched: these sources stand for it.
  required=$(cd "$folder" && GOWORK=off "$go" mod edit -json | tr -d ' \n\t' |
    sed -n "s|.*\"Path\":\"$module\",\"Version\":\"\([^\"]*\)\".*|\1|p")
  (cd "$out" && "$go" work use "${found#* }" && "$go" work edit ${required:+-replace="$module@$required=$here"})
  n=$((n + 1))
  echo "import of$n \"${found%% *}\"" >> "$out/policies.go"
  uses="$uses, of$n.Policies"
done
printf '\nfunc init() { linked.Policies = slices.Concat(linked.Policies%s) }\n' "$uses" >> "$out/policies.go"
cat > "$out/overlay.json" <<END
{"Replace": {
  "$here/capi/policies_of_others.go": "$out/policies.go",
  "$here/cmd/apportion/policies_of_others.go": "$out/policies.go"
}}
END
