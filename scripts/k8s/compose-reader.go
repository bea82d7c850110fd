// Loads Compose files with the specification's own library, and says what it finds wrong.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	// With every profile, and without the machine's environment: a variable that the file does not set is a finding, but
	// for the one setting of the files in deploy/, which Coolify gives as an address.
	options, err := cli.NewProjectOptions(
		os.Args[1:],
		cli.WithProfiles([]string{"*"}),
		cli.WithEnv([]string{"VOLANT_DOMAIN=volant.example", "SERVICE_URL_VOLANT=https://volant.example"}),
	)
	if err == nil {
		_, err = options.LoadProject(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
