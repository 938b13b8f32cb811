import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { fingerprint } from "./freshness.mjs";
import { isInstalled } from "./install.mjs";
import { filesOfOfflinePage } from "./worker.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "build-"));
});

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

it("fingerprint changes with the sources, and ignores tests", () => {
  write("server/app.ts", "one");
  const before = fingerprint([folder]);
  expect(fingerprint([folder])).toBe(before);
  write("server/app.test.ts", "a test");
  expect(fingerprint([folder])).toBe(before);
  write("server/app.ts", "three");
  expect(fingerprint([folder])).not.toBe(before);
});

it("an install is complete only if npm's own record says so", () => {
  const lock = (packages: object) => JSON.stringify({ packages });
  write("package-lock.json", lock({ "": {}, a: { version: "1" }, windows: { version: "1", optional: true } }));
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", lock({ a: { version: "1" } }).slice(0, 20));
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", lock({ a: { version: "1" } }));
  expect(isInstalled(folder)).toBe(true);
  write("node_modules/.package-lock.json", lock({ a: { version: "2" } }));
  expect(isInstalled(folder)).toBe(false);
});

it("the offline page keeps its imports and what it may load later, but no other page", () => {
  const page = "desk/inventory-count/offline-page.tsx";
  const manifest = {
    "index.html": {
      file: "i.js",
      imports: ["_vendor"],
      dynamicImports: ["catalog/home-page.tsx", "ui/toast.tsx"],
      css: ["i.css"],
    },
    _vendor: { file: "v.js" },
    "ui/toast.tsx": { file: "t.js" },
    "catalog/home-page.tsx": { file: "h.js" },
    [page]: { file: "p.js", imports: ["_vendor"], dynamicImports: ["ui/camera.tsx"] },
    "ui/camera.tsx": { file: "c.js", assets: ["reader.wasm"] },
  };
  const files = ["i.js", "i.css", "p.js", "v.js", "t.js", "c.js", "reader.wasm", "first.js"];
  expect(filesOfOfflinePage(manifest)).toEqual(files.map((file) => `/${file}`));
});
