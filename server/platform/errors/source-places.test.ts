import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { withSources } from "./source-places.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-sources-"));
const built = pathToFileURL(`${folder}/dist/main.js`).href;
const distFolder = pathToFileURL(`${folder}/dist/`).href;
fs.mkdirSync(`${folder}/dist`);
// its second line maps to the third line of the source, fifth column
const map = { version: 3, sources: ["../server/main.ts"], names: [], mappings: ";AAEI" };
fs.writeFileSync(`${folder}/dist/main.js.map`, JSON.stringify(map));

it("a stack shows where in the sources an error was thrown", () => {
  const source = pathToFileURL(`${folder}/server/main.ts`).href;
  expect(withSources(`Error: no\n    at start (${built}:2:1)\n    at ${built}:2:9`, distFolder)).toBe(
    `Error: no\n    at start (${source}:3:5)\n    at ${source}:3:5`,
  );
});

it("a stack keeps the lines of other files and of files without a valid map", () => {
  fs.writeFileSync(`${folder}/dist/broken.js.map`, '{"sources": 7');
  for (const stack of [
    `at start (${pathToFileURL(`${folder}/node_modules/pg/client.js`).href}:2:1)`,
    `at start (${pathToFileURL(`${folder}/dist/none.js`).href}:2:1)`,
    `at start (${pathToFileURL(`${folder}/dist/broken.js`).href}:2:1)`,
    `at start (${built}:1:1)`,
    "at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
  ])
    expect(withSources(stack, distFolder)).toBe(stack);
});
