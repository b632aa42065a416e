// What a confined worker process needs of Linux and Swift cannot say: control messages and filters are made
// of macros, their calls are variadic, and the GNU part of the C library is not in the module Glibc. No logic
// beyond that; GLibBridge/Workers gives it a Swift face.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Starts `program` without arguments and with nothing open but `socket` as descriptor 3 and three streams that
// lead nowhere, in a process group of its own, no signal blocked or ignored. 0, or the errno.
int cworker_spawn(const char *program, int socket, pid_t *process);

// Sends one packet, with a descriptor unless that is negative. 0, or the errno.
int cworker_send(int socket, const void *bytes, size_t count, int descriptor);

// Receives one packet without waiting. Its bytes, 0 where the other end is closed, or -errno: EAGAIN where
// there is none, EPROTO where it is longer than `capacity` or carries more than one descriptor. `descriptor`
// becomes the one that came, which closes on exec, or -1.
ssize_t cworker_receive(int socket, void *bytes, size_t capacity, int *descriptor);

// A new memory file that closes on exec, or -errno.
int cworker_create_memory(void);

// Forbids all changes of a memory file, of its length too. 0, or the errno.
int cworker_seal(int memory);

// Whether it is a memory file whose bytes and length nobody can change.
bool cworker_is_sealed(int memory);

// No core dump, no new privileges, and an end by SIGKILL when the thread that started this process ends.
void cworker_tie_to_parent(void);

// From now on files can only be read, and only below `readable` (up to a NULL), where the kernel has Landlock.
// 0, or the errno.
int cworker_allow_reading_below(const char *const *readable);

// From now on no sockets, no other programs or processes, no files opened for writing, where the kernel has
// seccomp and this machine's calls are known. 0, or the errno.
int cworker_forbid_calls(void);

// Whether this was built with a sanitizer that reserves terabytes of addresses.
bool cworker_reserves_addresses(void);
