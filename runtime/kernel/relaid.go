package kernel

import "unsafe"

// Relaid is a transposed copy of a matrix that products read: a few rows are multiplied faster by a factor that lies across k than by one that lies
// along it, and the bits are the same. The copy stands for the list that was copied, and for no other. The zero value stands for none.
type Relaid[F Float] struct {
	from []F // what was copied: only where it lies matters
	copy []F
}

// Relays reports whether products gain by copies that are laid out anew. Those in pure Go do not.
func Relays() bool { return level > Generic }

// Copy makes the copy anew, of a matrix of so many rows and columns. Of a list of another length there is none.
func (r *Relaid[F]) Copy(from []F, rows, columns int) {
	if !Relays() || !holdsMatrix(len(from), rows, columns) || len(from) == 0 {
		*r = Relaid[F]{}
		return
	}
	if r.Of(from) == nil { // the memory that there is may belong to another list's copy too
		*r = Relaid[F]{from, make([]F, len(from))}
	}
	Permute(r.copy, from, []int{rows, columns}, []int{1, 0})
}

// Of is the copy that stands for a list, or nil.
func (r *Relaid[F]) Of(list []F) []F {
	if len(list) != len(r.from) || unsafe.SliceData(list) != unsafe.SliceData(r.from) {
		return nil
	}
	return r.copy
}
