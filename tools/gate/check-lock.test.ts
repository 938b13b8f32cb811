import { expect, it } from "vitest";
import { lockProblems } from "./check-lock.mjs";

const root = { engines: { node: ">=20.19" } };

it("check of the lock file finds an optional package without an entry", () => {
  const linter = { version: "1.0.0", optionalDependencies: { "@linter/linux": "1.0.0", "@linter/mac": "1.0.0" } };
  const packages = { "": root, "node_modules/linter": linter, "node_modules/@linter/linux": { version: "1.0.0" } };
  expect(lockProblems(packages)).toEqual(["@linter/mac of node_modules/linter has no entry in package-lock.json"]);
  const nested = { "node_modules/linter/node_modules/@linter/mac": { version: "1.0.0" } };
  expect(lockProblems({ ...packages, ...nested })).toEqual([]);
});

it("check of the lock file finds a production package that our oldest Node can't run", () => {
  const problemsWith = (node: string, dev = false) =>
    lockProblems({ "": root, "node_modules/cookie": { version: "2.0.2", dev, engines: { node } } });
  expect(problemsWith(">=22")).toEqual(["node_modules/cookie 2.0.2 needs Node >=22, but we support 20.19.0"]);
  expect(problemsWith(">=22", true)).toEqual([]);
  expect(problemsWith("^20.9 || >=22")).toEqual([]);
});
