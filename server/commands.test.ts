import { afterAll, expect, it } from "vitest";
import { killChildren, startChild } from "./test/child-process.ts";

afterAll(killChildren);

it.each([
  ["create-admin", ["create", "ann", "--force"], "--force is unknown or used incorrectly. Usage: npm run admin"],
  ["backup", ["--to"], "--to is unknown or used incorrectly. Usage: npm run backup"],
  ["restore", ["x.tar", "--force"], "--force is unknown or used incorrectly. Usage: npm run restore"],
  ["migrate", ["down"], "Usage: npm run migrate"],
])("the command %s %j is refused with a sentence, before it does anything", async (command, args, sentence) => {
  const child = startChild(`server/${command}.ts`, { DATABASE_URL: "postgres://nobody@127.0.0.1:9/nothing" }, { args });
  expect(await child.exited).toBe(1);
  expect(child.errors()).toMatch(new RegExp(`^${sentence.replaceAll(".", "\\.")}`));
});
