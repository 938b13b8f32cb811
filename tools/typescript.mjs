// Lets Node 20 run the project's TypeScript: `node --import ./tools/typescript.mjs FILE.ts`. Newer versions of Node
// don't need it.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";

if (!("typescript" in process.features && process.features.typescript)) register(import.meta.url);

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const { transformSync } = await import("rolldown/utils");
  const file = fileURLToPath(url);
  const { code, errors } = transformSync(file, await readFile(file, "utf8"), { lang: "ts", sourcemap: false });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  return { format: "module", source: code, shortCircuit: true };
}
