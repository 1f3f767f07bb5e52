/// Whether programs that manage photographs find a picture's words beside it, and in what form.
enum SidecarForm: String, CaseIterable, Sendable {
    case off, xmp
}
