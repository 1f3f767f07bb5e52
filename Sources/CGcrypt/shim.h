#include <gcrypt.h>

/* Swift imports no functions with any number of arguments. Nothing that is hashed is a secret: no memory is locked. */
static inline int gcrypt_begin(void) {
    if (!gcry_check_version(NULL)) return -1;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 0;
}
