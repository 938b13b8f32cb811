import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What every page needs, in one file: it compresses better so, and stays cached when our own code changes. */
const vendor = { name: "vendor", test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ };

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null };

/** What the first script imports at once, and what many of the public pages share: a dozen small files weigh 3 kB more. */
const shared = {
  debugName: "shared",
  name: (id: string, graph: Graph) => {
    const roots = rootsOf(id, graph);
    const isFirst = roots.some((root) => graph.getModuleInfo(root)?.isEntry);
    const pages = roots.filter((root) => isPublicPage(root, graph));
    // of 4, 5, and 6 pages, 6 made the lightest; pages without covers don't load those
    if (isFirst || pages.length >= 6) return "shared";
    if (pages.some((page) => page.endsWith("inventories-page.tsx"))) return pages.length >= 4 ? "shelf" : null;
    return null;
  },
};

/** What the search page shares with staff pages, for the same reason. */
const search = {
  name: (id: string, graph: Graph) => {
    const roots = rootsOf(id, graph);
    const pages = roots.filter((root) => isPublicPage(root, graph));
    const isShared = roots.length > 1 && pages.length === 1 && pages[0]?.endsWith("inventories-page.tsx");
    return isShared ? "search" : null;
  },
};

/** The files that start an import of this module: the first script, and those that are fetched later. */
function rootsOf(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  for (const module of seen) for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  return [...seen].filter((module) => {
    const info = graph.getModuleInfo(module);
    return info && (info.isEntry || info.dynamicImporters.length > 0);
  });
}

/** Whether this is a page whose row is in the first script. */
function isPublicPage(root: string, graph: Graph): boolean {
  const tables = graph.getModuleInfo(root)?.dynamicImporters ?? [];
  return (
    root.endsWith("-page.tsx") &&
    tables.some((table) => rootsOf(table, graph).some((first) => graph.getModuleInfo(first)?.isEntry))
  );
}

/** Every page carries the icons that one sees on coming in: web/ui/first-icons.tsx draws from them by their names. */
const nearIcons: Plugin = {
  name: "near-icons",
  transformIndexHtml: (page) => {
    const drawings = readFileSync(new URL("web/ui/near-icons.svg", import.meta.url), "utf8");
    const filled = page.replace('<div id="root"', `<div hidden>${drawings.replaceAll("\n", "")}</div>\n    $&`);
    if (filled === page) throw new Error("The page has no root to draw the icons before.");
    return filled;
  },
};

/** Returns a class's own name and its file's hash, which a script repeats for each class: a hash for each weighs half a kB more. */
function scopedName(name: string, file: string): string {
  const hash = createHash("sha256")
    .update(path.relative(import.meta.dirname, file))
    .digest("base64url");
  return `${name}-${hash.slice(0, 3)}`;
}

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), nearIcons],
  css: { modules: command === "build" ? { generateScopedName: scopedName } : {} },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: "es2022",
    // a page's own script is two small files: to list them beforehand costs everybody more than it saves those who go there
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === "js" ? [] : files),
    },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // a page has the sentences of the contract that it says, not a file of all of them
      optimization: { inlineConst: { mode: "all" } },
      output: {
        codeSplitting: { groups: [vendor, shared, search] },
        // only one has a name, because the first script lists a hundred files
        chunkFileNames: ({ name }) => `assets/${name === vendor.name ? "vendor-" : ""}[hash:8].js`,
        assetFileNames: "assets/[name]-[hash:6][extname]",
      },
    },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": api, "/media": api, "/health": api } },
}));
