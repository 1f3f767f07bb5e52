"""What the tests of the thumbnailer need of a library that can do everything.

thumbnail-samples.py make FOLDER      pictures of every kind, always the same
thumbnail-samples.py bombs FOLDER     pictures that are more than they seem
thumbnail-samples.py look FILE...     of each picture a line: its size, and the colours of its four quarters
"""

import io
import os
import struct
import sys
import zlib

from PIL import Image, ImageCms

RED, GREEN, BLUE, WHITE = (224, 32, 32), (32, 192, 32), (32, 32, 224), (240, 240, 240)


def quarters(width, height):
    """Red and green above, blue and white below."""
    picture = Image.new("RGB", (2, 2))
    for place, colour in zip([(0, 0), (1, 0), (0, 1), (1, 1)], [RED, GREEN, BLUE, WHITE]):
        picture.putpixel(place, colour)
    return picture.resize((width, height), Image.NEAREST)


def jpeg(picture, **options):
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=90, **options)
    return data.getvalue()


def with_scans(data, times):
    """A progressive JPEG whose last scan comes so many times."""
    start = data.rindex(b"\xff\xda")
    return data[:start] + data[start:-2] * times + b"\xff\xd9"


def png16(width, height):
    """A 16-bit PNG in colour, which the library cannot write."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def row(colours):
        return b"\0" + b"".join(struct.pack(">3H", *(part * 257 for part in colour)) * (width // 2) for colour in colours)

    rows = row([RED, GREEN]) * (height // 2) + row([BLUE, WHITE]) * (height // 2)
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def make(folder):
    def path(name):
        return os.path.join(folder, name)

    def write(name, data):
        with open(path(name), "wb") as file:
            file.write(data)

    picture = quarters(640, 480)
    write("plain.jpg", jpeg(picture))
    write("progressive.jpg", jpeg(picture, progressive=True))
    write("grey.jpg", jpeg(picture.convert("L")))
    write("cmyk.jpg", jpeg(picture.convert("CMYK")))
    swap = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    # A profile under which red and green have changed places: who honours it sees the plain picture.
    swapped = swap.replace(b"rXYZ", b"xXYZ").replace(b"gXYZ", b"rXYZ").replace(b"xXYZ", b"gXYZ")
    swapped = swapped.replace(b"s\0R\0G\0B", b"o\0t\0h\0e").replace(b"sRGB", b"othe")
    red, green, blue = picture.split()
    write("profile.jpg", jpeg(Image.merge("RGB", (green, red, blue)), icc_profile=swapped))
    # What is stored turned, so that it is the plain picture again once it is shown.
    turns = [
        [], [Image.FLIP_LEFT_RIGHT], [Image.ROTATE_180], [Image.FLIP_TOP_BOTTOM], [Image.TRANSPOSE],
        [Image.ROTATE_90], [Image.TRANSVERSE], [Image.ROTATE_270],
    ]
    for number, turn in enumerate(turns, 1):
        stored = picture
        for step in turn:
            stored = stored.transpose(step)
        exif = Image.Exif()
        exif[0x112] = number
        write(f"turned-{number}.jpg", jpeg(stored, exif=exif.tobytes()))
        if number in (1, 6):
            stored.save(path(f"turned-{number}.tif"), tiffinfo={274: number})
        if number == 8:
            stored.save(path("turned-8.png"), exif=exif)
            stored.save(path("turned-8.webp"), exif=exif.tobytes(), lossless=True)
    picture.save(path("plain.png"))
    write("deep.png", png16(640, 480))
    picture.convert("P", palette=Image.ADAPTIVE).save(path("palette.png"))
    clear = picture.convert("RGBA")
    clear.putalpha(Image.linear_gradient("L").resize((640, 480)).point(lambda value: 255 if value < 128 else 0))
    for name in ["clear.png", "clear.tif"]:
        clear.save(path(name))
    clear.save(path("clear.webp"), lossless=True)
    picture.save(path("plain.gif"))
    others = [Image.new("RGB", (640, 480), colour) for colour in [RED, BLUE]]
    picture.save(path("moving.gif"), save_all=True, append_images=others, duration=100)
    data = io.BytesIO()
    Image.new("RGB", (320, 240), RED).save(data, "GIF")
    # Its first frame fills the last quarter of the canvas only.
    data = bytearray(data.getvalue())
    frame = data.index(b",")
    struct.pack_into("<HH", data, 6, 640, 480)
    struct.pack_into("<HH", data, frame + 1, 320, 240)
    write("part.gif", data)
    picture.save(path("plain.tif"))
    picture.save(path("pages.tif"), save_all=True, append_images=others)
    picture.save(path("plain.webp"))
    picture.save(path("exact.webp"), lossless=True)
    for suffix in ["jpg", "png", "gif", "tif", "webp"]:
        quarters(2, 2).resize((1, 1)).save(path(f"dot.{suffix}"))
    quarters(40, 30).save(path("narrow.png"))
    quarters(30_000, 20).save(path("wide.png"))
    quarters(20, 30_000).save(path("tall.png"))
    quarters(3_000, 2_000).save(path("large.jpg"))


def bombs(folder):
    def path(name):
        return os.path.join(folder, name)

    def write(name, data):
        with open(path(name), "wb") as file:
            file.write(data)

    Image.new("L", (7_000, 7_000)).save(path("bomb.png"))
    Image.new("L", (7_000, 7_000)).save(path("bomb.gif"))
    # As large as what a worker may hold, and no larger.
    Image.new("RGB", (6_000, 4_000)).save(path("most.png"))
    Image.new("1", (30_000, 30_000)).save(path("beyond.png"))
    small = jpeg(quarters(640, 480), progressive=True)
    write("bomb-scans.jpg", with_scans(small, 5_000))
    large = jpeg(Image.new("L", (7_000, 7_000), 99), progressive=True)
    write("bomb-large.jpg", large)
    write("bomb-large-scans.jpg", with_scans(large, 90))


def look(files):
    Image.MAX_IMAGE_PIXELS = None
    for file in files:
        picture = Image.open(file)
        kept = sorted(set(picture.info) - {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"})
        width, height = picture.size
        places = [(x, y) for y in (height // 4, height * 3 // 4) for x in (width // 4, width * 3 // 4)]
        colours = [picture.convert("RGB").getpixel(place) for place in places]
        print(picture.format, picture.mode, f"{width}x{height}", *(",".join(map(str, colour)) for colour in colours), *kept)


if __name__ == "__main__":
    if sys.argv[1] in ("make", "bombs"):
        {"make": make, "bombs": bombs}[sys.argv[1]](sys.argv[2])
    else:
        look(sys.argv[2:])
