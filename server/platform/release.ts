import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "./project-root.ts";

/** The version of the library; `commit` is empty if it was built without git. */
export type Release = { version: string; commit: string };

/** Reads what the build recorded (`tools/build/commit.mjs`). */
export function readRelease(root = projectRoot): Release {
  const packageJson = z.object({ version: z.string() });
  const { version } = packageJson.parse(JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")));
  const commitFile = path.join(root, "dist/commit");
  return { version, commit: fs.existsSync(commitFile) ? fs.readFileSync(commitFile, "utf8").trim() : "" };
}
