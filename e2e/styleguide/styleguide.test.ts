import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { createServer } from "vite";
import { drawAll } from "#e2e/steps/screens.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The development server, which alone has the styleguide. */
const test = base.extend<object, { styleguide: string }>({
  styleguide: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await createServer({
        configFile: path.join(root, "vite.config.ts"),
        root: path.join(root, "web"),
        logLevel: "error",
        server: { port: 0, hmr: false, fs: { strict: false } },
      });
      await server.listen();
      await use(`${server.resolvedUrls?.local[0] ?? ""}styleguide`);
      await server.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

// The system's sans serif differs between machines, which is not a change of ours.
const font = `/@fs${root}/node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf`;
const pinned = `@font-face { font-family: pinned; src: url("${font}"); } :root { --sans: pinned; --mono: pinned; }`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.addStyleTag({ content: pinned });
  await expect(page.getByRole("heading", { level: 1, name: "Our Inventory" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Scanner" })).toBeVisible();
  await page.evaluate(async () => {
    await Promise.all(
      [...document.fonts].filter(({ family }) => /pinned|Fraunces$/.test(family)).map((one) => one.load()),
    );
    window.scrollTo(0, 0);
  });
}

/** The icons whose drawing is not there: an empty one has no size. */
const undrawnIcons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("use")]
      .filter((use) => use.getClientRects().length > 0 && use.getBBox().width + use.getBBox().height === 0)
      .map((use) => use.getAttribute("href")),
  );

for (const { width, colorScheme } of [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const) {
  test(`every component looks the same, at ${width} px, ${colorScheme}`, async ({ browser, styleguide }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: "reduce",
      locale: "en-US",
      timezoneId: "America/Los_Angeles",
    });
    const page = await context.newPage();
    await open(page, styleguide);
    await drawAll(page);
    await expect.poll(() => undrawnIcons(page)).toEqual([]);
    for (const name of ["covers", "forms", "data", "uploads", "rest"]) {
      await expect(page.locator(`[data-shown=${name}]`)).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, {
        maxDiffPixels: 100, // the same build draws the same pixels; the icons of a part are more than a thousand
        timeout: 60_000,
      });
    }
    await context.close();
  });
}

test("every component is in the styleguide", () => {
  const folder = path.join(root, "web/app/styleguide");
  const shown = readdirSync(folder)
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
  const parts = readdirSync(path.join(root, "web/ui"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"));
  const within =
    /^(router|base)\/|live-scanner|toast-region|toast-box|first-icons|visually-hidden|skip-link|overlay\/said|\/field\.tsx|field-group|file-group|alternative-text|suggested-options/; // shown in the others, or only while somebody types
  expect(parts.filter((part) => !within.test(part) && !shown.includes(`#web/ui/${part}"`))).toEqual([]);
});
