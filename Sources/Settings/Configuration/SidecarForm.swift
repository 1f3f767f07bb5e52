/// Whether programs that manage photographs find a picture's words beside it, and in what form.
package enum SidecarForm: String, CaseIterable, Sendable {
    case off, xmp
}
