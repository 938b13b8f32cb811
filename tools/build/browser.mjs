import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Debian's packages, each a program of the same name. */
const debian = ["chromium", "chromium-headless-shell"];

/** @param {string} name */
const isInstalled = (name) => existsSync(`/usr/bin/${name}`);

/** Whether there is a browser for the tests, looking in the same order as e2e/browser.ts. */
async function hasBrowser() {
  const { PLAYWRIGHT_CHROMIUM_EXECUTABLE: named, PLAYWRIGHT_CHANNEL: channel } = process.env;
  if (named !== undefined) return existsSync(named);
  if (channel !== undefined) return true;
  if (isDebianRoot() ? debian.every(isInstalled) : debian.some(isInstalled)) return true;
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

/** Whether apt-get can be used here. */
export function isDebianRoot() {
  const release = "/etc/os-release";
  return process.getuid?.() === 0 && existsSync(release) && /^ID=debian$/m.test(readFileSync(release, "utf8"));
}

/**
 * Runs a command and returns whether it worked.
 * @param {string[]} command
 */
export function succeeds([program = "", ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"], env }).status === 0;
}

/** Installs a browser if none is there; returns a sentence on failure. */
export async function installBrowser() {
  if (await hasBrowser()) return undefined;
  console.log("Installing Chromium for the browser tests (once) ...");
  if (isDebianRoot()) {
    succeeds(["apt-get", "update"]);
    if (succeeds(["apt-get", "install", "-y", ...debian]) || debian.some(isInstalled)) return undefined;
  }
  const own = [process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium"];
  if (succeeds(own) && (await hasBrowser())) return undefined;
  return "There is no browser for the tests. Install Chromium (on Debian: apt-get install chromium), or set PLAYWRIGHT_CHROMIUM_EXECUTABLE to its path.";
}
