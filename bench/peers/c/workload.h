/* What every peer in C does: it prints what it is, then reads names of workloads, a line each, and answers each with the mean
   nanoseconds of one run, or with "-" where it does not know the workload. */
#ifndef WORKLOAD_H
#define WORKLOAD_H

enum layout { NN, NT, TN };

/* A product of m x k by k x n, row-major; a is k x m where the layout is TN, b is n x k where it is NT. */
struct product {
	int wide; /* float64 */
	enum layout layout;
	int m, k, n;
	void *a, *b, *c;
};

/* Of the peer: its name with versions, and one run of a product, or 0 where it has none of that kind. */
const char *peer_version(void);
int peer_multiply(const struct product *p);

#endif
