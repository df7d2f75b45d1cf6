// Tells ThreadSanitizer what Swift's Mutex does when threads wait for each other.
//
// Without waiters, Mutex locks by atomic operations, which the compiler puts into our code and the sanitizer sees. The rest happens in
// libswiftSynchronization, which is not built for the sanitizer: it would take every contended lock for no lock at all. These two
// functions stand before that library's, since scripts/sanitize links them into every program.
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

Lock lock __asm__(LOCK);
Unlock unlock __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *mutex)
{
    ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex)
{
    __tsan_release(mutex);
    ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
