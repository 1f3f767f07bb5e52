"""What file managers keep of pictures, by freedesktop.org's Thumbnail Managing Standard."""
import hashlib
import re


def thumbnail_time(home, picture):
    """The modification time that the picture of a thumbnail had; nothing where there is none."""
    name = hashlib.md5(picture.as_uri().encode()).hexdigest() + ".png"
    path = next((home / ".cache/thumbnails").glob("*/" + name), None)
    told = path and re.search(rb"Thumb::MTime\0(\d+)", path.read_bytes())
    return told and int(told[1])
