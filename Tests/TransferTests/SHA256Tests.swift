import Glibc
import Hashing
import Testing

@Suite struct `SHA-256` {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `gives the digests of the standard`(text: String, digest: String) {
        #expect(sum(Array(text.utf8)) == digest)
    }

    @Test func `does not care how the bytes are cut`() {
        let bytes = pattern(1_000)
        var pieces = SHA256()
        for byte in bytes { pieces.update([byte]) }
        #expect(pieces.finish() == sum(bytes))
    }

    @Test func `hashes an open file from its beginning and leaves its offset alone`() throws {
        let bytes = pattern(600_000)
        let file = ScratchFile(bytes)
        lseek(file.descriptor, 17, SEEK_SET)
        #expect(try SHA256.hash(file: file.descriptor) == sum(bytes))
        #expect(lseek(file.descriptor, 0, SEEK_CUR) == 17)
    }

    @Test func `says why a file cannot be read`() {
        let error = #expect(throws: SHA256.ReadError.self) { try SHA256.hash(file: -1) }
        #expect(error?.description == "The file could not be read: Bad file descriptor.")
    }
}
