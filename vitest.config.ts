import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,db,web,tools}/**/*.test.{ts,tsx}"],
    environment: "node",
    css: { include: [/tokens\.css/] },
    globalSetup: "server/test/global-setup.ts",
    // Generous, for a machine that does other things besides: what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
