import path from "node:path";
import { build } from "vite";
import { compressFolder } from "./compress.mjs";

/** Builds the web application into dist/web, with a compressed copy beside each file, and what draws its pages. */
export async function buildWeb() {
  await build({ configFile: "vite.config.ts", logLevel: "warn" });
  await Promise.all([compressFolder("dist/web"), buildRenderer("dist/render")]);
}

/**
 * Builds what draws pages on the server: one folder with everything in it, because the libraries are there to be bundled
 * and React is several times slower as it comes.
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
      rolldownOptions: { output: { codeSplitting: true } },
    },
  });
}
