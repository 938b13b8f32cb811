import { existsSync } from "node:fs";
import { type Browser, launch } from "puppeteer-core";
import type { Look, Tab } from "./tab.ts";

const installed = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Starts Firefox, which is driven over WebDriver BiDi; on the screen of `env` it is seen. */
export function startFirefox(preferences: Record<string, unknown>, env?: NodeJS.ProcessEnv): Promise<Browser> {
  const executablePath = process.env["FIREFOX_EXECUTABLE"] ?? installed.find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error("No Firefox: install it (Debian: apt-get install firefox-esr) or name it in FIREFOX_EXECUTABLE.");
  const seen = env && { headless: false, env: { ...process.env, ...env } };
  return launch({ browser: "firefox", executablePath, extraPrefsFirefox: preferences, ...seen });
}

export async function firefoxTab({ width, height, dark = false }: Look): Promise<Tab> {
  const browser = await startFirefox({ "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1 });
  const page = await browser.newPage();
  const errors: string[] = [];
  // errors by their words: the driver has none of a logged error
  await page.evaluateOnNewDocument(`{
    const report = console.error.bind(console);
    console.error = (...parts) => report(...parts.map(String));
  }`);
  page.on("pageerror", (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  // leaving a page with a filled form asks, as it does a person
  page.on("dialog", (dialog) => void dialog.accept());
  await page.setViewport({ width, height });
  return {
    goto: async (address) => {
      // a module that is loading when one leaves is reported as an error
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
