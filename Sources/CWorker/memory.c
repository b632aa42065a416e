#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

int cworker_create_memory(void) {
    int memory = memfd_create("pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return memory < 0 ? -errno : memory;
}

int cworker_seal(int memory) {
    return fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0 ? 0 : errno;
}

bool cworker_is_sealed(int memory) {
    const int needed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    int seals = fcntl(memory, F_GET_SEALS);
    return seals >= 0 && (seals & needed) == needed;
}
