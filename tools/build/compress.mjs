import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm|map|pdf)$/;

/**
 * Writes a .br and a .gz next to every file that gets smaller, so that the server never compresses during a request. Skips
 * pages (.html), because the server writes into them.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes(".vite"))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  const [small, compatible] = await Promise.all([
    brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    zip(content, { level: 9 }),
  ]);
  // skip a copy that is larger than the file
  if (small.length < content.length) await writeFile(`${file}.br`, small);
  if (compatible.length < content.length) await writeFile(`${file}.gz`, compatible);
}
