import { existsSync } from "node:fs";

const entries = {
  main: "server/main.ts",
  supervise: "server/supervise.ts",
  "import-process": "server/import-process.ts",
  "worker-process": "server/platform/workers/worker-process.ts",
  "watch-worker": "server/platform/workers/watch-worker.ts",
  "re-encode": "server/site/media/encoding/re-encode.ts",
  "read-calendar-file": "server/people/calendars/read-calendar-file.ts",
  "read-first-rows": "server/imports/read-first-rows.ts",
  "read-directory": "server/people/schools/read-directory.ts",
  "draw-sheet": "server/catalog/labels/draw-sheet.ts",
  "drawable-titles": "server/catalog/labels/drawable-titles.ts",
  "draw-papers": "server/desk/packing/draw-papers.ts",
  "draw-clearance": "server/people/borrowers/draw-clearance.ts",
  "create-admin": "server/create-admin.ts",
  backup: "server/backup.ts",
  restore: "server/restore.ts",
  migrate: "server/migrate.ts",
};

/**
 * Bundles the server's own code, because Node 20 doesn't run TypeScript; packages stay external.
 * @param {string} outDir
 * @returns {import("vite").InlineConfig}
 */
export function serverBundle(outDir) {
  return {
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      target: "node20",
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  };
}
