/**
 * Screenshots of every screen at 390 and 1280 px, light and dark, on contact sheets:
 * node --import ./tools/typescript.mjs tools/pictures/contact-sheet.ts [--out /tmp/sheets] [--widths 390,1280]
 * [--schemes light,dark]
 * Writes a picture of each screen, index.html with all of them, and sheet-WIDTH-SCHEME.png.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { browserOptions } from "#e2e/browser.ts";
import { administrator, startLibrary } from "#e2e/library.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { orderOf } from "#e2e/steps/ordering.ts";
import { drawAll } from "#e2e/steps/screens.ts";
import { type Screen, screensOf } from "./screens.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "/tmp/contact-sheets" },
    widths: { type: "string", default: "390,1280" },
    schemes: { type: "string", default: "light,dark" },
  },
});
type Look = { width: number; scheme: "light" | "dark" };
const looks: Look[] = values.widths
  .split(",")
  .flatMap((width) =>
    values.schemes.split(",").map((name) => ({ width: Number(width), scheme: name === "dark" ? "dark" : "light" })),
  );

/** A borrower with an order. */
const reader = { userName: "sheet.reader", password: "apples and pears" };

const fileOf = ({ path: address, who }: Screen, { width, scheme }: Look) =>
  `${who}-${address.replace(/[^\w]+/g, "-")}-${width}-${scheme}.png`;

/** Logs in as each kind of visitor once, and takes their screenshots. */
async function photograph(browser: Browser, base: string, screens: readonly Screen[], look: Look): Promise<void> {
  const contexts = new Map<Screen["who"], BrowserContext>();
  for (const screen of screens) {
    const context = contexts.get(screen.who) ?? (await contextFor(browser, base, screen.who, look));
    contexts.set(screen.who, context);
    const page = context.pages()[0] ?? (await context.newPage());
    page.removeAllListeners();
    page.on("pageerror", (error) => console.error(`${screen.path}: ${error.message}`));
    await page.goto(`/${screen.path}`, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    await drawAll(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.error(`${screen.path} at ${look.width} px scrolls sideways by ${wide} px`);
    await page.screenshot({
      path: path.join(values.out, fileOf(screen, look)),
      fullPage: true,
      animations: "disabled",
    });
  }
  for (const context of contexts.values()) await context.close();
}

async function contextFor(browser: Browser, base: string, who: Screen["who"], { width, scheme }: Look) {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: scheme,
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    reducedMotion: "reduce",
    viewport: { width, height: width < 600 ? 844 : 800 },
  });
  const page = await context.newPage();
  if (who === "admin") await logIn(page, "admin", administrator.userName, administrator.password);
  if (who === "borrower") await logIn(page, "user", reader.userName, reader.password);
  return context;
}

function htmlOf(screens: readonly Screen[], shown: readonly Look[]): string {
  const columns = shown.map(({ width, scheme }) => `<h2>${width} px, ${scheme}</h2>`).join("");
  const cells = screens.flatMap((screen) =>
    shown.map(
      (look) =>
        `<figure><a href="${fileOf(screen, look)}"><img src="${fileOf(screen, look)}" alt=""></a><figcaption>${screen.who}: ${screen.path}</figcaption></figure>`,
    ),
  );
  const perRow = shown.length === 1 ? (shown[0]?.width === 390 ? 10 : 6) : shown.length;
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
    body { margin: 12px; font: 12px sans-serif; background: #888; display: grid; gap: 12px; grid-template-columns: repeat(${perRow}, 1fr) }
    h2 { font-size: 14px; margin: 0 } figure { margin: 0 } figure a { display: block; aspect-ratio: ${shown[0]?.width === 390 && shown.length === 1 ? "1 / 2" : "1"}; overflow: hidden; background: #fff } img { width: 100%; display: block }
  </style>${shown.length > 1 ? columns : ""}${cells.join("")}`;
}

await mkdir(values.out, { recursive: true });
const library = await startLibrary();
const browser = await chromium.launch(browserOptions());
try {
  const clerk = await clerkOf(library.address);
  const orderId = await orderOf(library.address, 1, reader.userName);
  const screens = await screensOf(clerk, library.address, { orderId, ...reader });
  for (const look of looks) {
    await photograph(browser, library.address, screens, look);
    const file = path.join(values.out, `sheet-${look.width}-${look.scheme}`);
    await writeFile(`${file}.html`, htmlOf(screens, [look]));
    const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
    await page.goto(pathToFileURL(`${file}.html`).href);
    await page.screenshot({ path: `${file}.png`, fullPage: true });
    await page.close();
    console.log(`${file}.png`);
  }
  await writeFile(path.join(values.out, "index.html"), htmlOf(screens, looks));
} finally {
  await browser.close();
  await library.stop();
}
