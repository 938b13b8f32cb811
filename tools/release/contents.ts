import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/** A part of the archive: its place in it, and the file that it is, or its text. */
export type Part = { name: string; file: string } | { name: string; text: string };

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
});
const manifest = z.looseObject({ name: z.string(), version: z.string() });

export const readManifest = () => manifest.parse(JSON.parse(readFileSync("package.json", "utf8")));

/** The folders of the packages that run in production, as the lock file says, of those that are installed here. */
export function productionPackages(lockFile: string, isInstalled = existsSync): string[] {
  const { packages } = lock.parse(JSON.parse(lockFile));
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== "" && dev !== true && isInstalled(folder))
    .map(([folder]) => folder)
    .toSorted();
}

/** What a release consists of: the build, what it reads from the sources, its packages, and how to operate it. */
export function contents(): Part[] {
  return [
    { name: "package.json", text: `${JSON.stringify(releaseManifest(), undefined, 2)}\n` },
    ...["LICENSE", "README.md", "CHANGELOG.md", "dist/commit", "dist/sbom.cdx.json"].map(asItIs),
    ...filesBelow("docs")
      .filter((file) => /^docs\/(?:operations|security)\.md$/.test(file))
      .map(asItIs),
    ...["dist/server", "dist/web", "dist/render"].flatMap((folder) => filesBelow(folder)).map(asItIs),
    ...filesBelow("db")
      .filter((file) => !file.endsWith(".ts") && !file.endsWith(".json"))
      .map(asItIs),
    ...productionPackages(readFileSync("package-lock.json", "utf8"))
      .flatMap((folder) => filesBelow(folder))
      .map(asItIs),
  ];
}

const asItIs = (file: string): Part => ({ name: file, file });

/** The commands of operators, on what is built: nothing is installed, and nothing compiled. */
function releaseManifest() {
  const { name, version, license, engines } = readManifest();
  const run = (program: string) => `node dist/server/${program}.js`;
  const scripts = {
    start: run("supervise"),
    admin: run("create-admin"),
    backup: run("backup"),
    restore: run("restore"),
    migrate: run("migrate"),
  };
  return { name, version, private: true, license, type: "module", engines, scripts };
}

/** The files and links below a folder, without the packages inside of a package, which are listed themselves. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const place = path.posix.join(folder, entry);
    if (!lstatSync(place).isDirectory()) return [place];
    return entry === "node_modules" ? [] : filesBelow(place);
  });
}
