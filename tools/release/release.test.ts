import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { writeArchive } from "./archive.ts";
import { type Part, productionPackages } from "./contents.ts";

const base = mkdtempSync(path.join(os.tmpdir(), "library-archive-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const at = new Date("2026-11-23T12:00:00Z");

function file(name: string, text: string, mode = 0o600): Part {
  const place = path.join(base, name);
  writeFileSync(place, text);
  chmodSync(place, mode);
  return { name, file: place };
}

describe("a release archive", () => {
  it("is the same to the byte for the same files, at any time of writing and with any permissions", async () => {
    const parts = () => [file("b", "two", 0o700), file("a", "one"), { name: "c", text: "three" }];
    const [first, second] = [path.join(base, "1.tar.gz"), path.join(base, "2.tar.gz")];
    const sum = await writeArchive(first, parts(), { root: "library-1", at });
    const later = parts().toReversed();
    chmodSync(path.join(base, "a"), 0o644);
    utimesSync(path.join(base, "a"), 1000, 1000);
    expect(await writeArchive(second, later, { root: "library-1", at })).toBe(sum);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
    expect(await writeArchive(second, [file("a", "another")], { root: "library-1", at })).not.toBe(sum);
  });

  it("keeps programs executable and links as links, below one folder", async () => {
    symlinkSync("b", path.join(base, "link"));
    const archive = path.join(base, "3.tar.gz");
    const parts = [file("b", "two", 0o700), { name: "link", file: path.join(base, "link") }];
    await writeArchive(archive, parts, { root: "library-1", at });
    const tar = gunzipSync(readFileSync(archive)).toString("latin1");
    const [program, link] = [tar.slice(0, 512), tar.slice(1024, 1536)];
    expect([program.slice(0, 11), program.slice(100, 106), program[156]]).toEqual(["library-1/b", "000755", "0"]);
    expect([link.slice(0, 14), link[156], link[157]]).toEqual(["library-1/link", "2", "b"]);
  });

  it("has the packages that run in production, those of this system among them, and none that only builds or tests", () => {
    const packages = {
      "": {},
      "node_modules/a": {},
      "node_modules/a/node_modules/b": {},
      "node_modules/builds": { dev: true },
      "node_modules/of-both": { devOptional: true, optional: true },
      "node_modules/of-another-system": { optional: true },
    };
    const isInstalled = (folder: string) => !folder.endsWith("another-system");
    expect(productionPackages(JSON.stringify({ packages }), (folder) => isInstalled(String(folder)))).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/of-both",
    ]);
    const ours = productionPackages(readFileSync("package-lock.json", "utf8"));
    expect(ours).toEqual(expect.arrayContaining(["node_modules/fastify", "node_modules/sharp", "node_modules/pg"]));
    expect(ours).not.toEqual(expect.arrayContaining(["node_modules/vite"]));
    expect(ours).not.toEqual(expect.arrayContaining(["node_modules/typescript"]));
  });
});
