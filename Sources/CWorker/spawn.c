#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

enum { SOCKET = 3 };

int cworker_spawn(const char *program, int socket, pid_t *process) {
    // Out of the way of the numbers that are replaced.
    int aside = fcntl(socket, F_DUPFD_CLOEXEC, SOCKET + 1);
    if (aside < 0) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int stream = 0; stream < SOCKET; stream++)
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, aside, SOCKET);
    posix_spawn_file_actions_addclosefrom_np(&actions, SOCKET + 1);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    char *arguments[] = {(char *)program, NULL};
    int error = posix_spawn(process, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(aside);
    return error;
}
