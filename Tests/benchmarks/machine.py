"""What the figures were measured on."""
import datetime
import os
import platform
import subprocess


def has_sha():
    return not {"sha_ni", "sha2"}.isdisjoint(flags())


def flags():
    return set(field("flags", "Features").split())


def facts(folder, binary):
    return {
        "date": datetime.date.today().isoformat(),
        "processor": f"{len(os.sched_getaffinity(0))} × {field('model name') or platform.machine()}",
        "instructions": ", ".join(
            [name for name in ("avx2", "avx512f", "asimd") if name in flags()]
            + ["SHA extensions" if has_sha() else "no SHA extensions"]),
        "file system": said("findmnt", "--noheadings", "--output", "FSTYPE", "--target", folder),
        "system": f"{release()}, Linux {platform.release()}",
        "version": said(binary, "--version"),
    }


def text(facts):
    return (f"{facts['date']}, {facts['processor']} ({facts['instructions']}), {facts['file system']}, "
            f"{facts['system']}, {facts['version']}")


def field(*names):
    with open("/proc/cpuinfo") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() in names:
                return value.strip()
    return ""


def release():
    with open("/etc/os-release") as file:
        named = dict(line.strip().split("=", 1) for line in file if "=" in line)
    return named.get("PRETTY_NAME", "an unknown system").strip('"')


def said(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()
