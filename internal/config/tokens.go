package config

import (
	"fmt"
	"os"
	"strings"

	"assay/internal/fault"
)

// minToken is the shortest token in characters: 16 hexadecimal digits are 64 bits, beyond guessing over a network.
const minToken = 16

// maxTokenFile bounds a token file in bytes.
const maxTokenFile = 1 << 20

// setTokens reads tokens that commas or space part.
func setTokens(c *Config, value string) error {
	tokens, err := parseTokens(value)
	c.Tokens = append(c.Tokens, tokens...)
	return err
}

func parseTokens(text string) ([]Secret, error) {
	tokens := []Secret{}
	for _, token := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r <= ' ' }) {
		if len(token) < minToken || strings.ContainsFunc(token, func(r rune) bool { return r > '~' }) {
			return nil, fmt.Errorf("a token has at least %d letters, digits or signs of ASCII; this makes one: openssl rand -hex 32", minToken)
		}
		tokens = append(tokens, Secret(token))
	}
	return tokens, nil
}

// readTokenFile adds the tokens of the file, one a line, which nobody but its owner may read.
func (c *Config) readTokenFile() error {
	if c.TokenFile == "" {
		return nil
	}
	info, err := os.Stat(c.TokenFile)
	switch {
	case err != nil:
		return fault.New(fault.Invalid, "the token file %s cannot be read", c.TokenFile).Because(err)
	case !info.Mode().IsRegular() || info.Size() > maxTokenFile:
		return fault.New(fault.Invalid, "the token file %s is no small file", c.TokenFile)
	case info.Mode().Perm()&0o077 != 0:
		return fault.New(fault.Invalid, "others may read the token file %s", c.TokenFile).Fix("chmod 600 %s", c.TokenFile)
	}
	text, err := os.ReadFile(c.TokenFile)
	if err != nil {
		return fault.New(fault.Invalid, "the token file %s cannot be read", c.TokenFile).Because(err)
	}
	tokens, err := parseTokens(string(text))
	if err == nil && len(tokens) == 0 {
		err = fmt.Errorf("it holds no token")
	}
	if err != nil {
		return fault.New(fault.Invalid, "token file %s: %s", c.TokenFile, err)
	}
	c.Tokens = append(c.Tokens, tokens...)
	return nil
}
