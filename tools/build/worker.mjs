import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

const folder = "dist/web";
const entry = "index.html";
const page = "desk/inventory-count/offline-page.tsx";
/** Chunks that other pages load. */
const elsewhere = /-page\.tsx$|^(language|admin|catalog)\//;

/**
 * Returns the files of the offline page of inventory counts: its imports and what it may load later, the entry first.
 * @param {Record<string, { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] }>} manifest
 */
export function filesOfOfflinePage(manifest) {
  /** @type {Set<string>} */
  const names = new Set([entry, page]);
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const next of [...imports, ...dynamicImports.filter((later) => !elsewhere.test(later))]) names.add(next);
  }
  const files = [...names].flatMap((name) => {
    const { file, css = [], assets = [] } = manifest[name] ?? {};
    return file === undefined ? [] : [file, ...css, ...assets];
  });
  return [...new Set(files), "first.js"].map((file) => `/${file}`);
}

/** Writes the list of files to keep, and a version derived from it, into the built worker. */
export async function writeWorker() {
  /** @type {Parameters<typeof filesOfOfflinePage>[0]} */
  const manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, "utf8"));
  const files = filesOfOfflinePage(manifest);
  const place = `${folder}/inventory-count-worker.js`;
  const script = (await readFile(place, "utf8"))
    .replace("const files = [];", `const files = ${JSON.stringify(files)};`)
    .replace('version = ""', `version = "${createHash("sha256").update(files.join()).digest("hex").slice(0, 12)}"`);
  await writeFile(place, script);
}
