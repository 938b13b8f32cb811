import { chromium } from "@playwright/test";
import { browserOptions } from "#e2e/browser.ts";
import type { Look, Tab } from "./tab.ts";

/** Starts Chromium, which Playwright drives. */
export async function chromiumTab({ width, height, dark = false }: Look): Promise<Tab> {
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("dialog", (dialog) => void dialog.accept());
  return {
    goto: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key === "SelectAll" ? "ControlOrMeta+a" : key),
    attach: async (expression, file) => {
      const field = (await page.evaluateHandle<Node>(expression)).asElement();
      if (!field) throw new Error(`No field: ${expression}`);
      await field.setInputFiles(file);
    },
    errors: () => errors,
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
