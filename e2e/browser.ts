import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Debian's browsers. The shell renders the same with a third less CPU time, but has no prompts and only one camera. */
const [shell, whole] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Returns how to start the browser: a named one, the system's, or Playwright's. */
export function browserOptions({ wholeBrowser = false } = {}): LaunchOptions {
  return {
    ...placeOf(wholeBrowser),
    // Chromium doesn't run its sandbox as root
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-gpu",
      "--disable-quic",
      "--font-render-hinting=none", // so that the shell sets text like the whole browser
    ],
  };
}

function placeOf(wholeBrowser: boolean): LaunchOptions {
  const { PLAYWRIGHT_CHROMIUM_EXECUTABLE: named, PLAYWRIGHT_CHANNEL: channel } = process.env;
  if (named !== undefined) return { executablePath: named };
  if (channel !== undefined) return { channel };
  const executablePath = (wholeBrowser ? [whole] : [shell, whole]).find((file) => existsSync(file));
  if (executablePath !== undefined) return { executablePath };
  return wholeBrowser ? { channel: "chromium" } : {};
}
