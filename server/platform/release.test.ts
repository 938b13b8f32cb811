import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readRelease } from "./release.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "library-release-"));
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

it("a release has the version, and the commit that the build recorded", () => {
  fs.writeFileSync(path.join(base, "package.json"), JSON.stringify({ version: "1.2.3" }));
  expect(readRelease(base)).toEqual({ version: "1.2.3", commit: "" });
  fs.mkdirSync(path.join(base, "dist"));
  fs.writeFileSync(path.join(base, "dist/commit"), "feb373d3f0-dirty\n");
  expect(readRelease(base)).toEqual({ version: "1.2.3", commit: "feb373d3f0-dirty" });
});
