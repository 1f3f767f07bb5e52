import Testing

@testable import HTTP

@Suite struct HTTPRequestTests {
    @Test(
        "A path is decoded once, and not at all where its encoding is broken",
        arguments: [
            ("/", "/"), ("/a%20b", "/a b"), ("/a?b=/c", "/a"), ("/%2e%2e/x", "/../x"), ("/%252e", "/%2e"),
            ("/%00", "/\0"), ("/%c3%a9", "/é"), ("/a+b", "/a+b"), ("/%", nil), ("/%2", nil), ("/%zz", nil), ("", nil),
            ("*", nil), ("a/b", nil), ("http:/a/b", nil), ("ftp://a/b", nil),
        ] as [(String, String?)])
    func path(target: String, path: String?) {
        #expect(HTTPRequest(target: target).path == path.map { Array($0.utf8) })
    }

    @Test(
        "A whole address, as a proxy is asked for it, names the host and the path",
        arguments: [
            ("http://b/c?d", "b", "/c?d"), ("HTTP://b:80", "b:80", "/"), ("http://b?c=/d", "b", "/?c=/d"),
            ("http:///c", "", "/c"), ("/http://b/c", "a", "/http://b/c"),
        ])
    func address(target: String, host: String, rest: String) {
        let request = HTTPRequest(target: target, host: "a")
        #expect(request.host == host && request.target == rest)
    }

    @Test(
        "Fields come in their order, also empty and broken ones",
        arguments: [
            ("/", []), ("/?", []), ("/?a=b", ["a=b"]), ("/?a=1&a=2&b", ["a=1", "a=2", "b="]),
            ("/?a=b%20c+d", ["a=b c d"]), ("/?a=%zz", ["a=%zz"]), ("/?a=b=c", ["a=b=c"]), ("/?&&a=1", ["a=1"]),
        ])
    func fields(target: String, fields: [String]) {
        #expect(HTTPRequest(target: target).fields.map { "\($0.name)=\($0.value)" } == fields)
    }

    @Test(
        "An address to listen at",
        arguments: [
            ("127.0.0.1:8095", "127.0.0.1:8095"), ("8095", "127.0.0.1:8095"), ("[::1]:80", "[::1]:80"),
            ("0.0.0.0:0", "0.0.0.0:0"), ("::1:80", nil), ("localhost:80", nil), ("127.0.0.1", nil),
            ("127.0.0.1:70000", nil),
            ("", nil), (":80", nil), ("[]:80", nil), ("127.0.0.1\u{0}x:80", nil), ("[::1\u{0}]:80", nil),
        ] as [(String, String?)])
    func address(text: String, address: String?) {
        #expect(SocketAddress(text)?.description == address)
    }
}
