#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "workload.h"

/* One thread is measured by the time that the process had a processor, which neighbours hardly change; more by the time that passed. */
static clockid_t clock_id = CLOCK_PROCESS_CPUTIME_ID;

static double now(void)
{
	struct timespec t;
	clock_gettime(clock_id, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* repeat runs a product often enough to fill so many nanoseconds and returns the mean; the clock is read once a millisecond or so. */
static double repeat(const struct product *p, double span)
{
	long batch = 1, runs = 0;
	double began = now(), t = began;
	while (t - began < span) {
		double before = t;
		for (long i = 0; i < batch; i++)
			peer_multiply(p);
		runs += batch;
		t = now();
		if (t - before < 1e6)
			batch *= 2;
	}
	return (t - began) / runs;
}

static void *list(const struct product *p, size_t count)
{
	size_t size = p->wide ? 8 : 4;
	void *all = aligned_alloc(64, (count * size + 63) / 64 * 64);
	if (!all)
		exit(1);
	for (size_t i = 0; i < count; i++) {
		double x = 2.0 * rand() / RAND_MAX - 1;
		if (p->wide)
			((double *)all)[i] = x;
		else
			((float *)all)[i] = (float)x;
	}
	return all;
}

/* parse reads MatMul/f32/nn/64x784x256, or MatMul/f32/nn/512 for a square. */
static int parse(const char *name, struct product *p)
{
	char element[8], layout[8], size[64];
	if (sscanf(name, "MatMul/%7[^/]/%7[^/]/%63s", element, layout, size) != 3)
		return 0;
	if (strcmp(element, "f32") && strcmp(element, "f64"))
		return 0;
	p->wide = !strcmp(element, "f64");
	if (!strcmp(layout, "nn"))
		p->layout = NN;
	else if (!strcmp(layout, "nt"))
		p->layout = NT;
	else if (!strcmp(layout, "tn"))
		p->layout = TN;
	else
		return 0;
	switch (sscanf(size, "%dx%dx%d", &p->m, &p->k, &p->n)) {
	case 1:
		p->k = p->n = p->m;
		return 1;
	case 3:
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	double span = (argc > 1 ? atof(argv[1]) : 0.2) * 1e9;
	char name[256];
	const char *threads = getenv("OMP_NUM_THREADS");
	if (threads && atoi(threads) > 1)
		clock_id = CLOCK_MONOTONIC;
	printf("%s\n", peer_version());
	fflush(stdout);
	while (fgets(name, sizeof name, stdin)) {
		struct product p;
		name[strcspn(name, "\n")] = 0;
		if (!parse(name, &p)) {
			printf("%s -\n", name);
			fflush(stdout);
			continue;
		}
		p.a = list(&p, (size_t)p.m * p.k);
		p.b = list(&p, (size_t)p.k * p.n);
		p.c = list(&p, (size_t)p.m * p.n);
		if (peer_multiply(&p)) {
			repeat(&p, span / 10);
			printf("%s %.1f\n", name, repeat(&p, span));
		} else {
			printf("%s -\n", name);
		}
		fflush(stdout);
		free(p.a);
		free(p.b);
		free(p.c);
	}
	return 0;
}
