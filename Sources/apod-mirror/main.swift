import ApodMirror
import Glibc

exit(Mirror.main(Array(CommandLine.arguments.dropFirst())))
