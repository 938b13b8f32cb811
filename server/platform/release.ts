import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "./project-root.ts";

/** Which library this is; `commit` is empty where it was built without git. */
export type Release = { version: string; commit: string };

/** As the build wrote it down (`tools/build/commit.mjs`). */
export function readRelease(root = projectRoot): Release {
  const stated = z.object({ version: z.string() });
  const { version } = stated.parse(JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")));
  const built = path.join(root, "dist/commit");
  return { version, commit: fs.existsSync(built) ? fs.readFileSync(built, "utf8").trim() : "" };
}
