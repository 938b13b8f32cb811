import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#server/platform/project-root.ts";
import { journeys, serverTests } from "./two-nodes.mjs";

function testsIn(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")));
}

it.each(serverTests)("%s is among the server tests, or nothing of it would run on the older Node", (name) => {
  expect(testsIn("server").filter((file) => file.includes(name))).not.toEqual([]);
});

it.each(Object.entries(journeys))("%s has a journey of this name, which would be left out otherwise", (_kind, name) => {
  const isThere = (file: string) => readFileSync(path.join(projectRoot, file), "utf8").includes(name);
  expect(testsIn("e2e").filter(isThere)).toHaveLength(1);
});
