import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserOptions } from "./e2e/browser.ts";

const pure = "**/*.{rules,present}.test.ts";
/** Starts whole processes, again and again: for `npm run test:more`. */
const more = "**/*.more.test.ts";

const onPostgres = {
  globalSetup: "server/test/global-setup.ts",
  setupFiles: "server/test/ends/each-file.ts",
  isolate: false, // what a file starts, it stops: loading the product again for each file took half of the time
  // Generous for a busy machine; a test that hangs is still found.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  retry: 1, // not of races: see each-file.ts
};

export default defineConfig({
  test: {
    maxWorkers: "100%", // of the cores; left alone, it is one core fewer, which is half of two
    projects: [
      {
        // needs nothing but Node, and leaves nothing behind: its files share a worker and what it has loaded
        test: {
          name: "unit",
          include: ["{contract,web,tools}/**/*.test.ts", `{server,db}/${pure}`],
          css: { include: [/tokens\.css/] },
          isolate: false,
          pool: "threads",
          testTimeout: 60_000, // a page loads its code within a test
          hookTimeout: 300_000, // one runs the whole linter
        },
      },
      {
        test: {
          name: "server",
          include: ["{server,db}/**/*.test.ts"],
          exclude: [pure, more],
          ...onPostgres,
        },
      },
      { test: { name: "more", include: [more], ...onPostgres } },
      {
        plugins: [react()],
        // found one by one, each would reload the page in the middle of a test
        optimizeDeps: {
          include: ["react/jsx-dev-runtime", "react-dom/client", "@tanstack/react-query", "zod/mini"],
        },
        test: {
          name: "browser",
          retry: 1,
          include: ["web/**/*.test.tsx"],
          setupFiles: "web/ui/styles.css",
          globalSetup: "server/test/components/demonstration-titles.ts",
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: browserOptions() }),
            instances: [{ browser: "chromium" }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
