import Glibc

/// How many files and connections the system lets this process have open.
enum DescriptorLimit {
    /// Left for the database, its log, standard streams and the server's own wake-up descriptors.
    private static let reserve = 64

    /// Raises the limit as far as it may be raised, and says how many connections fit in it. Many systems start a process with
    /// 1024, and a database that cannot open its file is worse than a connection that waits.
    static func connections(atMost wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return min(wanted, 512) }
        let needed = min(rlim_t(clamping: wanted + reserve), limit.rlim_max)
        if limit.rlim_cur < needed {
            limit.rlim_cur = needed
            if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { return min(wanted, 512) }
        }
        return max(1, min(wanted, Int(clamping: limit.rlim_cur) - reserve))
    }
}
