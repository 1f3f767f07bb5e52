// flushed FILE... : what copying files must cost at the least if they are to be kept: each is read once, hashed, and
// flushed; a line with its sum for each. Half of them by another process.
#include <fcntl.h>
#include <gcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void keep(const char *path) {
    static unsigned char bytes[1 << 18];
    unsigned char sum[32];
    gcry_md_hd_t hash;
    ssize_t count;
    int file = open(path, O_RDONLY);
    if (file < 0 || gcry_md_open(&hash, GCRY_MD_SHA256, 0)) exit(1);
    while ((count = read(file, bytes, sizeof bytes)) > 0) gcry_md_write(hash, bytes, (size_t)count);
    if (count < 0 || fsync(file)) exit(1);
    __builtin_memcpy(sum, gcry_md_read(hash, 0), sizeof sum);
    for (unsigned place = 0; place < sizeof sum; place++) printf("%02x", sum[place]);
    printf("  %s\n", path);
    gcry_md_close(hash);
    close(file);
}

int main(int count, char **paths) {
    gcry_check_version(NULL);
    pid_t other = fork();
    for (int number = other ? 1 : 2; number < count; number += 2) keep(paths[number]);
    fflush(stdout);
    if (!other) return 0;
    int status = 1;
    waitpid(other, &status, 0);
    return status ? 1 : 0;
}
