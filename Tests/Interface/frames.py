"""What the program itself says of its frames: what is in sight, and how much of it has a picture."""
import re

TOLD = {"PICKTURE_TIMINGS": "1"}


def last_frame(picker):
    """The figures of the frame drawn last, by name; nothing before the first one."""
    whole = picker.errors.rpartition("\n")[0]
    return {key: int(number) for key, number in re.findall(r"(\w+)=(\d+)", whole.rpartition("\n")[2])}


def is_sharp(picker):
    """Whether every tile in sight shows its picture; the figures."""
    frame = last_frame(picker)
    return frame if frame and frame["seen"] and frame["sharp"] == frame["seen"] else None
