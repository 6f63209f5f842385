package proof

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/topos-go/topos/dsl"
)

// caseName holds what a .tape text does not say: the element, and the seed of the data.
var caseName = regexp.MustCompile(`^(.+)-([a-z][a-z0-9]*)-seed(\d+)\.tape$`)

// notWord is what a file name does without.
var notWord = regexp.MustCompile(`[^a-z]+`)

// WriteCase writes a program into the folder, under a name that begins with the kind of its failure, and returns the path.
func WriteCase(folder string, p *Program, kind string) (string, error) {
	if p == nil || p.Net == nil {
		return "", errNoProgram
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	words := strings.Trim(notWord.ReplaceAllString(strings.ToLower(kind), "-"), "-")
	if len(words) > 40 {
		words = strings.Trim(words[:40], "-")
	}
	sum := sha256.Sum256([]byte(kind))
	path := filepath.Join(folder, fmt.Sprintf("%s-%x-%s-seed%d.tape", words, sum[:2], p.Elem, p.Seed))
	return path, os.WriteFile(path, []byte(p.Net.Text()), 0o644)
}

// ReadCases reads the cases of a folder.
func ReadCases(folder string) ([]*Program, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.tape"))
	if err != nil {
		return nil, err
	}
	var list []*Program
	for k, path := range paths {
		match := caseName.FindStringSubmatch(filepath.Base(path))
		if match == nil {
			return nil, fmt.Errorf("%s: want a name such as words-f32-seed7.tape", path)
		}
		seed, err := strconv.ParseUint(match[3], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		net, err := dsl.ReadText(path, bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		list = append(list, &Program{Name: fmt.Sprintf("case%d", k), From: filepath.Base(path), Elem: match[2], Seed: seed, Net: net})
	}
	return list, nil
}
