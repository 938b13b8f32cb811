import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/**
 * @typedef {{ "bom-ref": string; name: string; version: string; purl: string; licenses?: object[] }} Component
 * @typedef {{ bomFormat: string; specVersion: string; serialNumber?: string; metadata: { timestamp?: string; component: Component }; components: Component[];
 *   dependencies: { ref: string; dependsOn: string[] }[] }} Bill
 */

/** Writes the bill of materials (CycloneDX) of what runs in production: on the server and in the browser. */
export async function writeBill(file = "dist/sbom.cdx.json") {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(await billOfMaterials(), undefined, 2)}\n`);
}

/**
 * npm knows every package of the lock file; those that only build or test the product are left out. What the browser
 * runs is bundled, and therefore among the packages for development.
 * @returns {Promise<Bill>}
 */
export async function billOfMaterials() {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const shell = process.platform === "win32";
  const { stdout } = await promisify(execFile)(npm, args, { maxBuffer: 64 * 1024 * 1024, shell });
  /** @type {Bill} */
  const all = JSON.parse(stdout);
  /** @type {{ name: string; dependencies: object; optionalDependencies: object }} */
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const roots = new Set([
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    ...imported(),
  ]);
  const own = all.metadata.component["bom-ref"];
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const nameOf = new Map(all.components.map((component) => [component["bom-ref"], component.name]));
  const kept = new Set((needs.get(own) ?? []).filter((ref) => roots.has(nameOf.get(ref) ?? "")));
  needs.set(own, [...kept]);
  for (const ref of kept) for (const needed of needs.get(ref) ?? []) kept.add(needed);
  const {
    serialNumber: _random,
    metadata: { timestamp: _now, ...metadata },
    ...bill
  } = all; // the same for the same sources
  return {
    ...bill,
    metadata: { ...metadata, component: { ...all.metadata.component, name: manifest.name } },
    components: all.components.filter((component) => kept.has(component["bom-ref"])),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === own || kept.has(ref))
      .map(({ ref }) => ({ ref, dependsOn: needs.get(ref) ?? [] })),
  };
}

/** The packages that the web application imports, in scripts and in styles. */
function imported() {
  const files = readdirSync("web", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  return files.flatMap((file) =>
    [
      ...readFileSync(path.join("web", file), "utf8").matchAll(/(?:from|import|url)[ (]+"((?:@[\w-]+\/)?[a-z][\w-]*)/g),
    ].map(([, name = ""]) => name),
  );
}
