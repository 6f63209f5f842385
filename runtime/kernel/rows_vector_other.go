//go:build !amd64 || purego

package kernel

func vectorSumLines[F Float](dst, x []F, n int) bool { return false }

func vectorMaxLines[F Float](dst, x []F, n int) bool { return false }

func vectorFindLines[F Float](at []int32, x, most []F, n int) bool { return false }

func vectorExpLines[F Float](fast bool, dst, total, x, shift []F, n int, list []F) bool { return false }

func vectorDivLines[F Float](dst, by []F, n int) bool { return false }

func vectorSubLines[F Float](dst, x, shift, log []F, n int) bool { return false }

func vectorExpColumns[F Float](fast bool, dst, x, shift []F, n, stride int) bool { return false }

func vectorAddExpColumns[F Float](fast bool, lanes, x, shift []F, n, stride int) bool { return false }

func vectorDivColumns[F Float](dst, by []F, n, stride int) bool { return false }

func vectorSubColumns[F Float](dst, x, shift, log []F, n, stride int) bool { return false }

func vectorLogs[F Float](fast bool, x []F) bool { return false }

func vectorAddRow[F Float](dst, x []F) bool { return false }

func vectorAddFourRows[F Float](dst, x []F, rows, stride, group int) bool { return false }

func vectorMaxColumns[F Float](dst, x []F, n, stride int) bool { return false }

func vectorArgMaxColumns[F Float](at []int32, x []F, n, stride int) bool { return false }

func vectorCanonicalNaN[F Float](x []F) bool { return false }

func vectorCopyRows[F Float](dst, src []F, rows movementAxis, n int) bool { return false }

func vectorTranspose[F Float](dst, src []F, rows, columns, to, from int) (doneRows, doneColumns int) {
	return 0, 0
}
