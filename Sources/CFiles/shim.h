#pragma once

// glibc declares it to GNU sources only, which Swift is not. No system header is included: its structures would count as this
// module's own in Swift, beside those of Glibc.
extern int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

// Renames unless something has the new name already (errno EEXIST).
static inline int cfiles_rename_no_replace(const char *old_path, const char *new_path) {
    const int current_folder = -100;  // AT_FDCWD
    const unsigned int no_replace = 1;  // RENAME_NOREPLACE
    return renameat2(current_folder, old_path, current_folder, new_path, no_replace);
}
