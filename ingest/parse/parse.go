// Package parse runs extraction in child processes: a few bytes of hostile source can make a parser eat gigabytes, run
// for minutes or abort, and none of that may reach the service.
package parse
