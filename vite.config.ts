import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const productionRouter = fileURLToPath(new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url));

/** `X.displayName = "X"` keeps every component of the router in the bundle, used or not; it serves developer tools only. */
const dropDisplayNames: Plugin = {
  name: "drop-display-names",
  apply: "build",
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({ code: code.replace(/^\w+\.displayName = "\w+";$/gm, ""), map: null }),
  },
};

/** What every page needs, in one file: it compresses better so, and stays cached when our own code changes. */
const vendor = { name: "vendor", test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/ };

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), dropDisplayNames],
  // The package leads to its development build whatever the mode.
  resolve: command === "build" ? { alias: [{ find: /^react-router$/, replacement: productionRouter }] } : {},
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: [vendor] } } },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": api, "/media": api, "/health": api } },
}));
