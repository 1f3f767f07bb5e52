import ApodMirror
import Glibc

exit(await Mirror.main(Array(CommandLine.arguments.dropFirst())))
