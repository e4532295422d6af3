package load

// ApplyWith is Apply with the number of changed rows beyond which a graph is written beside.
var ApplyWith = apply
