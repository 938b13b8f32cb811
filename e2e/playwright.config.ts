import { defineConfig } from "@playwright/test";
import { browserOptions } from "./browser.ts";

/** Tests that need other programs or start many processes, for `npm run test:more`. */
const [engines, screenReader, operating] = [
  "**/engines/*.test.ts",
  "**/screen-reader/*.test.ts",
  "**/operating/*.test.ts",
] as const;

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  globalSetup: "./seed-folder.ts",
  outputDir: "../test-results",
  snapshotPathTemplate: "{testDir}/{testFileDir}/pictures/{arg}{ext}",
  workers: 3, // on two cores, because a journey waits half of the time
  retries: 1,
  timeout: 240_000, // many times what a journey takes on a quiet machine
  expect: { timeout: 30_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"], ["json", { outputFile: "../test-results/e2e.json" }]],
  projects: [
    { name: "chromium", testIgnore: [engines, screenReader, operating] },
    { name: "operating", testMatch: operating },
    { name: "engines", testMatch: engines, workers: 2 },
    { name: "screen-reader", testMatch: screenReader, workers: 1 }, // because a user's second Orca ends the first
  ],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: "reduce" }, // so that tests don't wait for animations
    launchOptions: browserOptions(),
    // use `--trace on` for debugging; tracing everything is expensive
    trace: "off",
    screenshot: "only-on-failure",
  },
});
