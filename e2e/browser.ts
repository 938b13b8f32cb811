import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Debian's: the shell renders the same with a third less CPU time, but has no prompts and one camera. */
const [shell, whole] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Which browser to start and how: a named one, the system's, or Playwright's. */
export function browserOptions({ wholeBrowser = false } = {}): LaunchOptions {
  return {
    ...placeOf(wholeBrowser),
    // Chromium refuses its sandbox to root
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-gpu",
      "--disable-quic",
      "--font-render-hinting=none", // as the whole browser sets its text
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
