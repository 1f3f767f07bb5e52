#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

// Swift imports no variadic functions: these hand them a fixed list of arguments.

typedef void *(*SampleUriCallback)(void *context, const char *uri, struct MHD_Connection *connection);

static inline struct MHD_Daemon *sample_start(uint16_t port, MHD_AccessHandlerCallback answer, SampleUriCallback begin,
                                              MHD_RequestCompletedCallback end, void *context) {
    struct sockaddr_in loopback;
    memset(&loopback, 0, sizeof loopback);
    loopback.sin_family = AF_INET;
    loopback.sin_port = htons(port);
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // A thread for each connection: a body that stalls on purpose holds up nobody else.
    // What time it is, the sample says itself.
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC |
                         MHD_USE_SUPPRESS_DATE_NO_CLOCK;
    return MHD_start_daemon(flags, port, NULL, NULL, answer, context,
                            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
                            MHD_OPTION_URI_LOG_CALLBACK, begin, context,
                            MHD_OPTION_NOTIFY_COMPLETED, end, context,
                            MHD_OPTION_END);
}

static inline uint16_t sample_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int sample_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// A connection that is told to connect to nothing is reset at once.
static inline void sample_reset(struct MHD_Connection *connection) {
    struct sockaddr nothing = {.sa_family = AF_UNSPEC};
    connect(sample_socket(connection), &nothing, sizeof nothing);
}
