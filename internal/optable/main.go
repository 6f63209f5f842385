package main

import (
	"log"
	"os"
)

//go:generate go run . ../../docs/ops.md ../../runtime/kernel

func main() {
	log.SetFlags(0)
	kernels, err := assembled(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	text, err := page(kernels)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
