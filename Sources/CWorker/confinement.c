#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void cworker_tie_to_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

bool cworker_reserves_addresses(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return true;
#else
    return false;
#endif
}

// All that the kernel's version of Landlock can forbid to do with files.
static uint64_t file_rights(long version) {
    uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
#ifdef LANDLOCK_ACCESS_FS_REFER
    if (version >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
#endif
#ifdef LANDLOCK_ACCESS_FS_TRUNCATE
    if (version >= 3) rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
#endif
    return rights;
}

int cworker_allow_reading_below(const char *const *readable) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    struct landlock_ruleset_attr handled = {.handled_access_fs = file_rights(version)};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0);
    if (rules < 0) return errno;
    for (; *readable; readable++) {
        struct landlock_path_beneath_attr below = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
            .parent_fd = open(*readable, O_PATH | O_CLOEXEC),
        };
        if (below.parent_fd < 0) continue;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
        close(below.parent_fd);
    }
    int result = syscall(SYS_landlock_restrict_self, rules, 0) == 0 ? 0 : errno;
    close(rules);
    return result;
}
