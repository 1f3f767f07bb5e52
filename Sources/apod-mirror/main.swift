import Commands
import Glibc

exit(Mirror.main(Array(CommandLine.arguments.dropFirst())))
