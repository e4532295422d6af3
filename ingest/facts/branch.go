package facts

// Dominates reports whether code in branch use can only run after code before it in branch bind has run: bind is use
// itself or lies around it.
func (f *File) Dominates(bind, use int32) bool {
	if bind == 0 {
		return true
	}
	for b := use; b != 0; b = f.Branches[b].Parent {
		if b == bind {
			return true
		}
	}
	return false
}

// Excludes reports whether two branches are different arms of one statement, so that at most one of them has run. The
// handlers of a try may run behind a part of its body.
func (f *File) Excludes(bind, use int32) bool {
	for b := bind; b != 0; b = f.Branches[b].Parent {
		for u := use; u != 0; u = f.Branches[u].Parent {
			if b != u && f.Branches[b].Group == f.Branches[u].Group {
				return f.Branches[b].Kind != BranchTry || f.Branches[u].Kind != BranchExcept
			}
		}
	}
	return false
}

// SharesLoop reports whether two branches lie in one loop, whose next round may see what stands further down.
func (f *File) SharesLoop(bind, use int32) bool {
	for b := bind; b != 0; b = f.Branches[b].Parent {
		if f.Branches[b].Kind == BranchLoop && f.Dominates(b, use) {
			return true
		}
	}
	return false
}
