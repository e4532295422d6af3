//go:build !race

package parse

const raceDetector = false
