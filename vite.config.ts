import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What every page needs, in one file: it compresses better so, and stays cached when our own code changes. */
const vendor = { name: "vendor", test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack|@lingui)[\\/]/ };

export default defineConfig({
  root: "web",
  plugins: [react()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: [vendor] } } },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": api, "/media": api, "/health": api } },
});
