import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,db,web,tools}/**/*.test.{ts,tsx}"],
    environment: "node",
    css: { include: [/tokens\.css/] },
    globalSetup: "server/test/global-setup.ts",
  },
});
