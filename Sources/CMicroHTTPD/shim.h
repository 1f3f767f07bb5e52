#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

// Swift imports no variadic functions; these pass them a fixed list of arguments.

typedef void *(*HTTPBeginCallback)(void *context, const char *target, struct MHD_Connection *connection);

struct http_handlers {
    MHD_AccessHandlerCallback answer;
    HTTPBeginCallback begin;
    MHD_RequestCompletedCallback end;
    void *context;
};

// Listens on 127.0.0.1, with a thread for each connection: a body that stalls on purpose delays no other one. The
// handler that answers writes the Date header.
static inline struct MHD_Daemon *http_start_on_loopback(uint16_t port, struct http_handlers handlers) {
    struct sockaddr_in loopback;
    memset(&loopback, 0, sizeof loopback);
    loopback.sin_family = AF_INET;
    loopback.sin_port = htons(port);
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC |
                         MHD_USE_SUPPRESS_DATE_NO_CLOCK;
    return MHD_start_daemon(flags, port, NULL, NULL, handlers.answer, handlers.context,
                            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
                            MHD_OPTION_URI_LOG_CALLBACK, handlers.begin, handlers.context,
                            MHD_OPTION_NOTIFY_COMPLETED, handlers.end, handlers.context,
                            MHD_OPTION_END);
}

// A prototype that the headers hide behind _GNU_SOURCE, which must not be defined here.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// Accepts the next client of a listening socket, without blocking; programs that are started do not inherit it.
static inline int http_accept(int listening) {
    return accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// Limits the bytes that the kernel buffers beyond those on their way to the client. Without a limit a client that does
// not read makes it buffer megabytes.
static inline void http_limit_unsent(int socket, int bytes) {
    setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

struct http_limits {
    unsigned int connections;
    unsigned int idle_seconds;
    size_t header_bytes;
};

// Keeps a path as it came: the handler that answers decodes it once.
static inline size_t http_keep(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

// Starts one thread that waits for all connections handed to it. It has no listening socket, because it would shut that
// down for every process that shares it.
static inline struct MHD_Daemon *http_start(struct http_limits limits, struct http_handlers handlers,
                                            MHD_NotifyConnectionCallback connection) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET |
                         MHD_ALLOW_SUSPEND_RESUME;
    return MHD_start_daemon(flags, 0, NULL, NULL, handlers.answer, handlers.context,
                            MHD_OPTION_CONNECTION_LIMIT, limits.connections,
                            MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.header_bytes,
                            MHD_OPTION_UNESCAPE_CALLBACK, http_keep, NULL,
                            MHD_OPTION_URI_LOG_CALLBACK, handlers.begin, handlers.context,
                            MHD_OPTION_NOTIFY_COMPLETED, handlers.end, handlers.context,
                            MHD_OPTION_NOTIFY_CONNECTION, connection, handlers.context,
                            MHD_OPTION_END);
}

// Hands a connection to the daemon, which closes it in any case. The client's address is left out: it would cost the
// daemon memory, and connections are counted before.
static inline int http_add(struct MHD_Daemon *daemon, int socket) {
    struct sockaddr nobody = {.sa_family = AF_UNSPEC};
    return MHD_add_connection(daemon, socket, &nobody, sizeof nobody) == MHD_YES;
}

// The number of the calling thread, in the order of the first calls: 0, 1, 2...
static inline unsigned int http_thread(void) {
    static _Atomic unsigned int known;
    static _Thread_local unsigned int number;
    if (number == 0) number = ++known;
    return number - 1;
}

static inline uint16_t http_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

static inline int http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// The context that was stored for a connection when it came.
static inline void *http_noted(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Resets a connection at once, by connecting its socket to no address.
static inline void http_reset(struct MHD_Connection *connection) {
    struct sockaddr nothing = {.sa_family = AF_UNSPEC};
    connect(http_socket(connection), &nothing, sizeof nothing);
}
