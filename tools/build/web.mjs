import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { compressFolder } from "./compress.mjs";
import { writeWorker } from "./worker.mjs";

/** Builds the web application into dist/web, with compressed copies, and its renderer. */
export async function buildWeb() {
  await build({ configFile: "vite.config.ts", logLevel: "warn" });
  await writeWorker();
  await Promise.all([compressFolder("dist/web"), buildRenderer("dist/render")]);
}

/**
 * Builds the server-side renderer: one self-contained folder, because unbundled React is several times slower. Writes
 * site.json next to it: the page table as data, for the server, the checks, and the screenshots.
 * @param {string} outDir
 */
export async function buildRenderer(outDir) {
  await build({
    configFile: "vite.config.ts",
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      ssr: "render-page.tsx",
      outDir: path.resolve(outDir),
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      sourcemap: true,
      target: "node20",
      rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: true } },
    },
  });
  /** @type {{ describeSite: () => Promise<object> }} */
  const { describeSite } = await import(pathToFileURL(path.resolve(outDir, "render-page.js")).href);
  await writeFile(path.join(outDir, "site.json"), JSON.stringify(await describeSite(), undefined, 2));
}
