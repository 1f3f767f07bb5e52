/// What anna tries against the root who sets up her service.
enum SetupAttacker {
    /// What a unit would have run as root.
    static let evil = """
        printf '#!/bin/sh\\ntouch /root/owned\\n' > evil.sh
        chmod +x evil.sh
        """

    /// The name of a folder that makes two lines of settings where it is written into a unit.
    static let injection = "x\n[Service]\nExecStartPre=+/home/anna/evil.sh\n#"

    /// Waits for the process that acts as anna, stops it, and tries to write into what it says and to open its memory, for
    /// which she would have to be allowed to trace it. Then it goes on, or stays as it is for somebody to have a look; she
    /// is done.
    ///
    /// pidfd_open and pidfd_getfd have one number each on every kind of machine.
    static let catching = #"""
        import ctypes, os, signal, sys
        libc = ctypes.CDLL(None, use_errno=True)
        def caught(process):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    if b"service-root" not in file.read().split(b"\0")[:2]: return False
                while True:
                    try:
                        os.kill(process, signal.SIGSTOP)
                        break
                    except PermissionError:
                        pass
                # One that has just ended is nobody's any more.
                while True:
                    with open(f"/proc/{process}/stat") as file:
                        state = file.read().rsplit(")", 1)[1].split()[0]
                    if state in "TZX": return state == "T"
            except OSError:
                return False
        print("ready", flush=True)
        while True:
            for name in os.listdir("/proc"):
                if not name.isdigit() or not caught(int(name)): continue
                process = int(name)
                handle = libc.syscall(434, process, 0)
                stream = libc.syscall(438, handle, 1, 0)
                taken = ctypes.get_errno() if stream < 0 else 0
                if stream >= 0:
                    os.write(stream, b"/etc/systemd/system/ssh.service.d\nadm\n")
                    os.close(stream)
                try:
                    open(f"/proc/{process}/mem", "rb").close()
                    seen = "seen"
                except OSError:
                    seen = "hidden"
                with open("caught.new", "w") as file:
                    file.write(f"{process} {taken} {seen}\n")
                os.rename("caught.new", "caught")
                if "go" in sys.argv: os.kill(process, signal.SIGCONT)
                sys.exit()
        """#

    /// Swaps a folder for a link all the time.
    static let swapping = #"""
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        one, other = (os.fsencode(word) for word in sys.argv[1:])
        print("ready", flush=True)
        while not os.path.exists("enough"):
            libc.renameat2(-100, one, -100, other, 2)
        """#
}
