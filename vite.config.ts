import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What every page needs, in one file: it compresses better so, and stays cached when our own code changes. */
const vendor = { name: "vendor", test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ };

/** What nearly all pages before a login need of our own, in one file too: a dozen small ones weigh 3 kB more. */
const shared = {
  name: "shared",
  test: new RegExp(
    [
      "web/main[.]",
      "web/app/(?!added-news|styleguide|routing/(member-pages|order-data|staff-data))",
      "web/language/(?!known-sentences|spanish)",
      "contract/site/languages[.]",
      "web/lib/(choices/|(call|dates|kept-work|leave-guard|route-id|session)[.])",
      "web/ui/(base|actions|router)/",
      "web/ui/(data/badge|feedback/(empty-state|skeleton|toast)|forms/(field|search-field)|layout/(page|stack|visually-hidden)|navigation/back-link)",
      "web/features/catalogue/(catalogue-queries|category-look|filters)",
      "contract/(codes|sentences/specified|wire/endpoint)[.]",
    ].join("|"),
  ),
};

/** A shelf of items, and adding from it. */
const shelf = {
  name: "shelf",
  test: /web\/(ui\/cover|features\/(catalogue\/(item-cover|item\/item-shelf)|cart\/(change-cart|quick-add|added-item)[.]))/,
};

/** What chooses among results and turns their pages: three files of a few hundred bytes weigh more than one. */
const choosing = { name: "choosing", test: /web\/ui\/(forms\/(checkbox-field|select-field)|navigation\/page)/ };

/** Every part of `web/ui` in every state, at /styleguide of the development server. */
const styleguide: Plugin = {
  name: "styleguide",
  apply: "serve",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/styleguide(?=$|\?)/, "/app/styleguide/styleguide.html");
      next();
    });
  },
};

/** Every page carries the icons that one sees on coming in: web/ui/icons.tsx draws from them by their names. */
const nearIcons: Plugin = {
  name: "near-icons",
  transformIndexHtml: (page) => {
    const drawings = readFileSync(new URL("web/ui/near-icons.svg", import.meta.url), "utf8");
    return page.replace('<div id="root">', `<div hidden>${drawings.replaceAll("\n", "")}</div>\n    $&`);
  },
};

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), styleguide, nearIcons],
  css: { modules: command === "build" ? { generateScopedName: "[hash:base64:5]" } : {} },
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
    rolldownOptions: { output: { codeSplitting: { groups: [vendor, shared, shelf, choosing] } } },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": api, "/media": api, "/health": api } },
}));
