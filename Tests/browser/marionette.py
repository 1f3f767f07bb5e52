"""A headless Firefox that does what it is told, by the protocol that is built into it: Debian has no geckodriver."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from gallery import expect
from ports import HOME

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Firefox:
    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="apod-firefox-")
        # A port that is free is chosen, and told by a file.
        (pathlib.Path(self.profile) / "user.js").write_text(
            f'user_pref("marionette.port", 0);\nuser_pref("network.dns.localDomains", "{HOME}");\n')
        environment = {"HOME": self.profile, "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"}
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.profile, "--width", "1440",
             "--height", "900"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.port()), timeout=60)
            self.answers = self.socket.makefile("rb")
            self.read()
            self.tell("WebDriver:NewSession", capabilities={})
            self.tell("WebDriver:SetTimeouts", script=180_000)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def port(self):
        told, limit = pathlib.Path(self.profile) / "MarionetteActivePort", time.monotonic() + 60
        while not (told.exists() and told.read_text()):
            expect(self.process.poll() is None and time.monotonic() < limit, "Firefox does not start")
            time.sleep(0.05)
        return int(told.read_text())

    def read(self):
        digits = b""
        while not digits.endswith(b":"):
            digit = self.answers.read(1)
            expect(digit, "Firefox ended")
            digits += digit
        return json.loads(self.answers.read(int(digits[:-1])))

    def tell(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters])
        self.socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self.read()
        expect(not error, f"Firefox says to {command}: {error and error.get('message')}")
        return result

    def open(self, address):
        self.tell("WebDriver:Navigate", url="about:blank")
        self.tell("WebDriver:Navigate", url=address)

    def js(self, script, *arguments):
        return self.tell("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def find(self, selector):
        """The first that matches; a missing one is an error."""
        return self.tell("WebDriver:FindElement", using="css selector", value=selector)["value"]

    def eventually(self, words, script, *arguments):
        limit = time.monotonic() + 180
        while not (answer := self.js(script, *arguments)):
            expect(time.monotonic() < limit, f"it never came: {words}")
            time.sleep(0.02)
        return answer

    def into_frame(self, number):
        """Scripts run in that frame from now on, or in the page that was opened."""
        self.tell("WebDriver:SwitchToFrame", id=number)

    def click_at(self, x, y):
        """Clicks on whatever is there in the window."""
        self.act(move(x, y, "viewport"), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def pull(self, element):
        """Presses the mouse on it and moves away, as one begins to drag."""
        self.act(move(0, 0, element), {"type": "pointerDown", "button": 0}, move(8, 8, "pointer"),
                 move(15, 15, "pointer"), move(15, 15, "pointer"))

    def act(self, *actions):
        self.tell("WebDriver:PerformActions", actions=[{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}])


def move(x, y, origin):
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50, "origin": origin}
