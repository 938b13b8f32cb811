import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { filePlace } from "./file-place.ts";
import { readRelease } from "./release.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "library-instance-"));
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));
const inFolder = (name: string) => filePlace({ pictureStore: undefined, dataFolder: path.join(base, name) });

it("knows its folder again, by whatever path, and tells it from another", () => {
  const one = inFolder("one");
  fs.symlinkSync(path.join(base, "one"), path.join(base, "link"));
  expect(inFolder("one")).toBe(one);
  expect(inFolder("link")).toBe(one);
  expect(inFolder("other")).not.toBe(one);
});

it("names a bucket without its keys", () => {
  const pictureStore = {
    endpoint: "https://me:hunter2@s3.example.org/",
    bucket: "pictures",
    region: "auto",
    accessKeyId: "hunter2",
    secretAccessKey: "hunter2",
  };
  expect(filePlace({ pictureStore, dataFolder: base })).toBe("bucket pictures at s3.example.org");
});

it("says the version, and the commit as the build wrote it down", () => {
  fs.writeFileSync(path.join(base, "package.json"), JSON.stringify({ version: "1.2.3" }));
  expect(readRelease(base)).toEqual({ version: "1.2.3", commit: "" });
  fs.mkdirSync(path.join(base, "dist"));
  fs.writeFileSync(path.join(base, "dist/commit"), "feb373d3f0-dirty\n");
  expect(readRelease(base)).toEqual({ version: "1.2.3", commit: "feb373d3f0-dirty" });
});
