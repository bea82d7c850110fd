"""Prints what vobject reads in contact files, as JSON. Arguments: the files."""
import base64
import json
import sys

import vobject


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        card = vobject.readOne(file.read())
    contents = card.contents
    labels = {each.group: each.value for each in contents.get("x-ablabel", [])}

    def labelled(name):
        return [[each.value, labels.get(each.group, "")] for each in contents.get(name, [])]

    return {
        "version": card.version.value,
        "name": card.fn.value,
        "company": card.org.value[0] if "org" in contents else "",
        "numbers": labelled("tel"),
        "emails": [each.value for each in contents.get("email", [])],
        "urls": labelled("url"),
        "note": card.note.value if "note" in contents else "",
        "photo": base64.b64encode(card.photo.value).decode() if "photo" in contents else "",
    }


json.dump([read(path) for path in sys.argv[1:]], sys.stdout)
