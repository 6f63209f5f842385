/* oneDNN's plain product. */
#include <stdio.h>

#include <oneapi/dnnl/dnnl.h>

#include "workload.h"

const char *peer_version(void)
{
	static char text[64];
	const dnnl_version_t *v = dnnl_version();
	snprintf(text, sizeof text, "oneDNN %d.%d.%d", v->major, v->minor, v->patch);
	return text;
}

int peer_multiply(const struct product *p)
{
	if (p->wide)
		return 0;
	return dnnl_sgemm(p->layout == TN ? 'T' : 'N', p->layout == NT ? 'T' : 'N', p->m, p->n, p->k, 1, p->a, p->layout == TN ? p->m : p->k,
			  p->b, p->layout == NT ? p->k : p->n, 0, p->c, p->n) == dnnl_success;
}
