import { existsSync } from "node:fs";
import { type Browser, launch } from "puppeteer-core";
import type { Look, Tab } from "./tab.ts";

const executables = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Starts Firefox, driven over WebDriver BiDi; with `env`, it's visible on that screen. */
export function startFirefox(preferences: Record<string, unknown>, env?: NodeJS.ProcessEnv): Promise<Browser> {
  const executablePath = process.env["FIREFOX_EXECUTABLE"] ?? executables.find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error(
      "There is no Firefox. Install it (on Debian: apt-get install firefox-esr), or set FIREFOX_EXECUTABLE to its path.",
    );
  const visible = env && { headless: false, env: { ...process.env, ...env } };
  return launch({ browser: "firefox", executablePath, extraPrefsFirefox: preferences, ...visible });
}

export async function firefoxTab({ width, height, dark = false }: Look): Promise<Tab> {
  const browser = await startFirefox({ "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1 });
  const page = await browser.newPage();
  const errors: string[] = [];
  // as text, because the driver has no text for logged errors
  await page.evaluateOnNewDocument(`{
    const report = console.error.bind(console);
    console.error = (...parts) => report(...parts.map(String));
  }`);
  page.on("pageerror", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  // leaving a page with unsaved input asks first
  page.on("dialog", (dialog) => void dialog.accept());
  await page.setViewport({ width, height });
  return {
    goto: async (address) => {
      // a module that is still loading when the page changes is reported as an error
      await page.waitForNetworkIdle({ idleTime: 200 });
      await page.goto(address);
    },
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (key) => {
      if (key !== "SelectAll") return page.keyboard.press(key);
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
    },
    attach: async (expression, file) => {
      const handle = await page.evaluateHandle(expression);
      const field = handle.asElement();
      if (!field) throw new Error(`No field: ${expression}`);
      await (await field.toElement("input")).uploadFile(file);
    },
    errors: () => errors,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
