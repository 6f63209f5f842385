// Package tuning holds the constants of the shared kernels that only speed depends on: where a product is cut and packed, what is worth sharing
// out, how much is worked on at a time. Any legal values give the same bits, and a test draws them at random to show it. The constants that bits
// depend on (the chunk of a product, the lanes and blocks of a sum) are part of docs/numerics.md and are not here.
package tuning

import (
	"fmt"
	"reflect"
)

// Constants are the choices of one tier. The tag legal bounds a field; its tag by names what a measurement of it runs.
type Constants struct {
	// One factor of a product is transposed on its way into the vectors: the left one where it has from SwapFrom to below SwapBelow rows.
	SwapFrom  int `legal:"1..64" by:"products"`
	SwapBelow int `legal:"1..1024" by:"products"`

	// A product of at most Dots rows by a right factor whose columns lie along k is dots with them: more rows are worth that it is packed.
	Dots int `legal:"1..64" by:"products"`

	// Columns are packed for at least PackColsRows rows; for at least PackFewRows where they have more than PackFewBytes; for at least
	// PackFarRows where each k lies in another page and they have more than PackFarBytes.
	PackColsRows int `legal:"1..1024" by:"products"`
	PackFewRows  int `legal:"1..1024" by:"products"`
	PackFewBytes int `legal:"1..1048576" by:"products"`
	PackFarRows  int `legal:"1..1024" by:"products"`
	PackFarBytes int `legal:"1..1048576" by:"products"`
	// The first row of tiles packs them where there are fewer than PackOnTheWay rows.
	PackOnTheWay int `legal:"1..4096" by:"products"`
	// A block of columns is ColPanels panels of a whole chunk.
	ColPanels int `legal:"1..32" by:"products"`

	// Rows that lie along k are packed for at least PackRowsCols columns, if there are PackRowsPages rows of whole pages or all take more than
	// PackRowsBytes; rows across k for at least PackAcrossDepth of k and PackAcrossCols columns.
	PackRowsCols    int `legal:"1..4096" by:"products"`
	PackRowsPages   int `legal:"1..4096" by:"products"`
	PackRowsBytes   int `legal:"1..4194304" by:"products"`
	PackAcrossDepth int `legal:"1..512" by:"products"`
	PackAcrossCols  int `legal:"1..4096" by:"products"`
	// A block of packed rows has at most about RowBlock of them.
	RowBlock int `legal:"1..8192" by:"products"`

	// A product of one row goes without tiles where the right factor has at least RowBytes; RowCols sums wait in the cache.
	RowBytes int `legal:"1..4194304" by:"row products"`
	RowCols  int `legal:"64..16384" by:"row products"`

	// Products of less than SplitFlops are over before another goroutine has woken up; one row counts RowFlops times, bound by memory.
	SplitFlops int `legal:"1..1073741824" by:"threads"`
	RowFlops   int `legal:"1..64" by:"threads"`
	// Row kernels of fewer elements are not shared out: those that compute exponentials, and those that add or compare.
	ShareExponentials int `legal:"1..1073741824" by:"threads"`
	ShareSums         int `legal:"1..1073741824" by:"threads"`

	// Row kernels work on about LineElements of short lines at a time, and on Strip columns, so that they stay in the first-level cache.
	LineElements int `legal:"1..65536" by:"rows"`
	Strip        int `legal:"1..4096" by:"columns"`

	// Where no vectors do it, a matrix is transposed in tiles: a cache line of the result by few enough rows of it that distances of powers of two
	// do not evict them.
	TileRows int `legal:"1..256" by:"movement"`
	TileCols int `legal:"1..256" by:"movement"`
}

// A Field is one constant by name.
type Field struct {
	Name        string
	Least, Most int
	By          string // what a measurement of it runs
	index       int
}

// Fields lists the constants in order.
func Fields() []Field {
	t := reflect.TypeFor[Constants]()
	fields := make([]Field, t.NumField())
	for i := range fields {
		f := t.Field(i)
		fields[i] = Field{Name: f.Name, By: f.Tag.Get("by"), index: i}
		if _, err := fmt.Sscanf(f.Tag.Get("legal"), "%d..%d", &fields[i].Least, &fields[i].Most); err != nil {
			panic("tuning: " + f.Name + ": " + err.Error())
		}
	}
	return fields
}

// Of returns the constant's place in c.
func (f Field) Of(c *Constants) *int {
	return reflect.ValueOf(c).Elem().Field(f.index).Addr().Interface().(*int)
}

// Check says what is illegal about c.
func (c Constants) Check() error {
	for _, f := range Fields() {
		if v := *f.Of(&c); v < f.Least || v > f.Most {
			return fmt.Errorf("tuning: %s is %d, want %d to %d", f.Name, v, f.Least, f.Most)
		}
	}
	return nil
}
