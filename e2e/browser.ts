import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

/** Debian's Chromium packages. The shell needs less CPU time, but has no permission prompts and only one camera. */
const [shell, fullBrowser] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Returns the launch options of the browser: the one that the environment names, else the system's, else Playwright's. */
export function browserOptions({ wholeBrowser = false } = {}): LaunchOptions {
  return {
    ...locationOf(wholeBrowser),
    // Chromium doesn't run its sandbox as root
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-gpu",
      "--disable-quic",
      "--font-render-hinting=none", // so that text looks the same in the shell and in the full browser
    ],
  };
}

function locationOf(wholeBrowser: boolean): LaunchOptions {
  const { PLAYWRIGHT_CHROMIUM_EXECUTABLE: executable, PLAYWRIGHT_CHANNEL: channel } = process.env;
  if (executable !== undefined) return { executablePath: executable };
  if (channel !== undefined) return { channel };
  const executablePath = (wholeBrowser ? [fullBrowser] : [shell, fullBrowser]).find((file) => existsSync(file));
  if (executablePath !== undefined) return { executablePath };
  return wholeBrowser ? { channel: "chromium" } : {};
}
