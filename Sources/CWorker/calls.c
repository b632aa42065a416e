#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define DATA(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument: both machines store it first.
#define ARGUMENT(number) DATA(args[number])
#define HIGHER_HALF(number) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]) + 4)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_IF(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (count), 0)
#define SKIP_IF_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (count), 0)
#define SKIP_UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define FORBID(call) SKIP_UNLESS(SYS_##call, 1), FAIL(EPERM)
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

// A call that a decoder has no need of fails; loaders that try one go on without it.
int cworker_forbid_calls(void) {
    struct sock_filter filter[] = {
        DATA(arch),
        SKIP_IF(ARCHITECTURE, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        DATA(nr),
        // Above this begin x86's calls with 32-bit pointers, which would pass by all that follows.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        FAIL(ENOSYS),

        // Other machines and programs.
        FORBID(socket), FORBID(socketpair), FORBID(connect), FORBID(bind), FORBID(listen), FORBID(accept),
        FORBID(accept4), FORBID(mq_open), FORBID(shmget), FORBID(msgget), FORBID(semget), FORBID(keyctl),
        FORBID(add_key), FORBID(request_key),

        // Other processes.
        FORBID(execve), FORBID(execveat), FORBID(ptrace), FORBID(process_vm_readv),
        FORBID(process_vm_writev), FORBID(kill), FORBID(tkill), FORBID(rt_sigqueueinfo),
        FORBID(rt_tgsigqueueinfo), FORBID(pidfd_send_signal), FORBID(pidfd_open), FORBID(pidfd_getfd),
#ifdef SYS_fork
        FORBID(fork), FORBID(vfork),
#endif

        // The system.
        FORBID(mount), FORBID(umount2), FORBID(fsopen), FORBID(fsconfig), FORBID(fsmount), FORBID(move_mount),
        FORBID(open_tree), FORBID(pivot_root), FORBID(chroot), FORBID(unshare), FORBID(setns), FORBID(bpf),
        FORBID(perf_event_open), FORBID(userfaultfd), FORBID(io_uring_setup), FORBID(io_uring_enter),
        FORBID(io_uring_register), FORBID(kexec_load), FORBID(init_module), FORBID(finit_module),
        FORBID(delete_module), FORBID(reboot), FORBID(swapon), FORBID(swapoff), FORBID(settimeofday),
        FORBID(clock_settime), FORBID(fanotify_init), FORBID(open_by_handle_at), FORBID(setrlimit),

        // Changes to files.
        FORBID(renameat), FORBID(renameat2), FORBID(unlinkat), FORBID(linkat), FORBID(symlinkat),
        FORBID(mkdirat), FORBID(mknodat), FORBID(fchmodat), FORBID(fchmod), FORBID(fchownat), FORBID(fchown),
        FORBID(truncate), FORBID(utimensat), FORBID(setxattr), FORBID(lsetxattr), FORBID(fsetxattr),
        FORBID(removexattr), FORBID(lremovexattr), FORBID(fremovexattr),
#ifdef SYS_open
        FORBID(creat), FORBID(rename), FORBID(unlink), FORBID(link), FORBID(symlink), FORBID(mkdir),
        FORBID(rmdir), FORBID(mknod), FORBID(chmod), FORBID(chown), FORBID(lchown), FORBID(utime),
        FORBID(utimes), FORBID(futimesat),
        SKIP_UNLESS(SYS_open, 4), ARGUMENT(1), SKIP_UNLESS_ANY(WRITING, 1), FAIL(EACCES), ALLOW,
#endif
        SKIP_UNLESS(SYS_openat, 4), ARGUMENT(2), SKIP_UNLESS_ANY(WRITING, 1), FAIL(EACCES), ALLOW,
        // Its flags lie in memory, where no filter sees them; the C library falls back to the older one.
        SKIP_UNLESS(SYS_openat2, 1), FAIL(ENOSYS),

        // Threads, but no processes; what clone3 does lies in memory, too.
        SKIP_UNLESS(SYS_clone3, 1), FAIL(ENOSYS),
        SKIP_UNLESS(SYS_clone, 4), ARGUMENT(0), SKIP_IF_ANY(CLONE_THREAD, 1), FAIL(EPERM), ALLOW,
        // `abort` signals its own thread.
        SKIP_UNLESS(SYS_tgkill, 4), ARGUMENT(0), SKIP_IF((unsigned)getpid(), 1), FAIL(EPERM), ALLOW,
        // A thread's name; not the tie to the parent.
        SKIP_UNLESS(SYS_prctl, 4), ARGUMENT(0), SKIP_IF(PR_SET_NAME, 1), FAIL(EPERM), ALLOW,
        // Reading limits, and setting the seconds of processor time.
        SKIP_UNLESS(SYS_prlimit64, 8), ARGUMENT(1), SKIP_IF(RLIMIT_CPU, 5), ARGUMENT(2),
        SKIP_UNLESS(0, 2), HIGHER_HALF(2), SKIP_IF(0, 1), FAIL(EPERM), ALLOW,
        // Pages of another size break where there are none left.
        SKIP_UNLESS(SYS_memfd_create, 4), ARGUMENT(1), SKIP_UNLESS_ANY(MFD_HUGETLB, 1), FAIL(EPERM), ALLOW,
        ALLOW,
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

#else

int cworker_forbid_calls(void) { return ENOSYS; }

#endif
