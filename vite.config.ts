import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const productionRouter = fileURLToPath(new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url));

/**
 * Lets the bundler see that what the router's module makes at its top does nothing by itself: without this, every
 * component of the package is kept, used or not. Display names serve developer tools only.
 */
const shakeRouter: Plugin = {
  name: "shake-router",
  apply: "build",
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "\w+";$/gm, "")
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, "= /* @__PURE__ */ $1"),
      map: null,
    }),
  },
};

/** What every page needs, in one file: it compresses better so, and stays cached when our own code changes. */
const vendor = { name: "vendor", test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/ };

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), shakeRouter],
  css: { modules: { generateScopedName: "_[hash:base64:6]" } },
  // The package leads to its development build whatever the mode.
  resolve: command === "build" ? { alias: [{ find: /^react-router$/, replacement: productionRouter }] } : {},
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: "es2022",
    minify: "terser",
    // Lists of hashed names do not compress. A page's own few chunks are asked for while its data is on the way.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: { treeshake: { propertyReadSideEffects: false }, output: { codeSplitting: { groups: [vendor] } } },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": api, "/media": api, "/health": api } },
}));
