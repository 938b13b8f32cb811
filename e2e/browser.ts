import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const debian = "/usr/bin/chromium";

/** Which browser to start and how: a named one, the system's, or Playwright's. */
export function browserOptions(env: NodeJS.ProcessEnv = process.env): LaunchOptions {
  const executable = env["PLAYWRIGHT_CHROMIUM_EXECUTABLE"] ?? (existsSync(debian) ? debian : undefined);
  const channel = env["PLAYWRIGHT_CHANNEL"];
  return {
    ...(executable !== undefined ? { executablePath: executable } : channel !== undefined && { channel }),
    // Chromium refuses its sandbox to root
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-gpu",
      "--disable-quic",
    ],
  };
}
