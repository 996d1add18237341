/* The functions as the header declares them and as Go defines them: the
 * compiler complains where the two differ. Go has no const. */
#include <stddef.h>
#include <stdint.h>

#define const
#include "apportion.h"
#undef const

#include "cgo_exports.h"
