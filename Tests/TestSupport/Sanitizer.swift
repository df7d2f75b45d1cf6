import Glibc

/// A sanitizer that the tests were built with.
package enum Sanitizer {
    /// Whether there is one: it brings its own allocator, makes everything slow, and programs built with it cannot be looked into.
    package static let isActive = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
