// Command abidoc turns apportion.h into docs/abi.md: what the header's comments
// say, in an order to be read from a browser. The header is the source; a test
// fails where the document has fallen behind.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: abidoc apportion.h > abi.md")
		os.Exit(2)
	}
	header, err := os.ReadFile(os.Args[1])
	if err == nil {
		var document []byte
		if document, err = generate(string(header)); err == nil {
			_, err = os.Stdout.Write(document)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "abidoc: %v\n", err)
		os.Exit(1)
	}
}
