/* room.h - how much is left of the C stack, for what recurses. */
#ifndef KRON_RT_ROOM_H
#define KRON_RT_ROOM_H

#include <stddef.h>

/* Bytes left of the stack of this thread. O(1). */
size_t stack_room(void);

#endif
