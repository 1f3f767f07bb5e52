#include <seccomp.h>
#include <sys/prctl.h>

/* Swift imports neither macros with arguments nor functions with any number of them. */
static inline uint32_t seccomp_refuse(uint16_t code) {
    return SCMP_ACT_ERRNO(code);
}

static inline int seccomp_control(int option, unsigned long value) {
    return prctl(option, value, 0UL, 0UL, 0UL);
}
