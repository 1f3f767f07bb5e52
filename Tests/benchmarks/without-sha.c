// Preloaded into a program that hashes with libgcrypt: the library takes the processor for one that has no instructions
// for SHA. It asks a file for what it is not to use, and here is that file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

FILE *fopen(const char *path, const char *mode) {
    static char denied[] = "intel-shaext\narm-sha2\n";
    static FILE *(*real)(const char *, const char *);
    if (!strcmp(path, "/etc/gcrypt/hwf.deny")) return fmemopen(denied, sizeof denied - 1, "r");
    if (!real) real = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen");
    return real(path, mode);
}
