// Stands before the C library's allocator (LD_PRELOAD) and says at the end of the process how often memory was asked for.
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    allocations++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (!memory)
        return ENOMEM;
    *place = memory;
    return 0;
}

__attribute__((destructor)) static void report(void)
{
    fprintf(stderr, "%ld\n", allocations);
}
