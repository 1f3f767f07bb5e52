"""What Chromium's threads did, as Chromium itself notes it; its driver does not pass these notes on."""
import base64
import json
import os
import socket
import struct
import urllib.parse
import urllib.request

CATEGORIES = "toplevel,devtools.timeline"


class Trace:
    """Begins at once."""

    def __init__(self, browser):
        address = browser.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            url = urllib.parse.urlparse(json.load(answer)["webSocketDebuggerUrl"])
        self.socket = socket.create_connection((url.hostname, url.port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass
        self.tell(1, "Tracing.start", transferMode="ReportEvents", categories=CATEGORIES)
        while self.heard().get("id") != 1:
            pass

    def end(self):
        """The events since the beginning."""
        self.tell(2, "Tracing.end")
        events = []
        while (message := self.heard()).get("method") != "Tracing.tracingComplete":
            if message.get("method") == "Tracing.dataCollected":
                events += message["params"]["value"]
        self.socket.close()
        return events

    def tell(self, number, method, **parameters):
        text = json.dumps({"id": number, "method": method, "params": parameters}).encode()
        # A client's frames are masked; a mask of zeros leaves them as they are.
        self.socket.sendall(struct.pack(">BBH4x", 0x81, 0x80 | 126, len(text)) + text)

    def heard(self):
        """A message, which may come in several frames."""
        text, is_last = b"", False
        while not is_last:
            head, length = self.file.read(2)
            is_last = bool(head & 0x80)
            if length == 126:
                length, = struct.unpack(">H", self.file.read(2))
            elif length == 127:
                length, = struct.unpack(">Q", self.file.read(8))
            text += self.file.read(length)
        return json.loads(text)


def longest_task(events):
    """The longest task of a page's own thread, which draws its frames, in milliseconds."""
    threads = {(event["pid"], event["tid"]) for event in events
               if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    return max(event["dur"] for event in events
               if event["name"].endswith("RunTask") and "dur" in event and (event["pid"], event["tid"]) in threads) / 1000
