/* OpenBLAS or BLIS through the C interface of the BLAS. One row goes to gemv, which is what either library is best at. */
#include <stdio.h>

#include "workload.h"

/* The few declarations are written out, for the libraries install their headers in different places. */
enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };
void cblas_sgemm(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_sgemv(int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
void cblas_dgemv(int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

#ifdef BLIS
const char *bli_info_get_version_str(void);
const char *peer_version(void)
{
	static char text[64];
	snprintf(text, sizeof text, "BLIS %s", bli_info_get_version_str());
	return text;
}
#else
char *openblas_get_config(void);
char *openblas_get_corename(void);
const char *peer_version(void)
{
	static char text[256], release[32];
	sscanf(openblas_get_config(), "OpenBLAS %31s", release);
	snprintf(text, sizeof text, "OpenBLAS %s (%s kernels)", release, openblas_get_corename());
	return text;
}
#endif

int peer_multiply(const struct product *p)
{
	int a = p->layout == TN ? TRANSPOSED : PLAIN, b = p->layout == NT ? TRANSPOSED : PLAIN;
	int lda = a == PLAIN ? p->k : p->m, ldb = b == PLAIN ? p->n : p->k;
	if (p->m == 1) {
		int rows = b == PLAIN ? p->k : p->n, other = b == PLAIN ? TRANSPOSED : PLAIN;
		if (p->wide)
			cblas_dgemv(ROW_MAJOR, other, rows, ldb, 1, p->b, ldb, p->a, 1, 0, p->c, 1);
		else
			cblas_sgemv(ROW_MAJOR, other, rows, ldb, 1, p->b, ldb, p->a, 1, 0, p->c, 1);
	} else if (p->wide) {
		cblas_dgemm(ROW_MAJOR, a, b, p->m, p->n, p->k, 1, p->a, lda, p->b, ldb, 0, p->c, p->n);
	} else {
		cblas_sgemm(ROW_MAJOR, a, b, p->m, p->n, p->k, 1, p->a, lda, p->b, ldb, 0, p->c, p->n);
	}
	return 1;
}
