/// The form of the text beside a picture that programs that manage photographs read; `off` for none.
package enum SidecarForm: String, CaseIterable, Sendable {
    case off, xmp
}
