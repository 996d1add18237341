/* The runner's server, called by Go in the process that it is in. */
#ifndef APPORTION_ABI_INSIDE_SERVE_H
#define APPORTION_ABI_INSIDE_SERVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *apportion_runner_open(void);
/* Carries out the requests in a stream of whole frames. The answers, or the text
 * of an error if it doesn't return 0, are good until the next call. */
int apportion_runner_serve(void *server, const char *frames, size_t size,
                           char **answers, size_t *answer_size);
void apportion_runner_close(void *server);

#ifdef __cplusplus
}
#endif

#endif
