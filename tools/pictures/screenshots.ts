/**
 * Screenshots of the product. Without arguments: docs/screenshot.png. Otherwise every route at 390 and 1280 px, light
 * and dark:
 * npm run screenshots -- --out /tmp/shots --routes user/home,user/inventories [--base http://127.0.0.1:3000]
 * [--as admin:PASSWORD | --as USERNAME:PASSWORD] [--widths 390,1280] [--schemes light,dark] [--viewport]
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserOptions } from "#e2e/browser.ts";
import { administrator, startLibrary } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { drawAll } from "#e2e/steps/screens.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    routes: { type: "string", default: "user/home" },
    base: { type: "string" },
    as: { type: "string" },
    widths: { type: "string", default: "390,1280" },
    schemes: { type: "string", default: "light,dark" },
    viewport: { type: "boolean", default: false },
  },
});

/** The session's browser storage: names and values. */
type Kept = [string, string][];
type Shot = { route: string; width: number; scheme: "light" | "dark"; file: string; fullPage: boolean };

function shots(): Shot[] {
  const { out, routes, widths, schemes, viewport } = values;
  if (out === undefined) {
    return [{ route: "user/home", width: 1280, scheme: "light", file: "docs/screenshot.png", fullPage: false }];
  }
  return routes.split(",").flatMap((route) =>
    widths.split(",").flatMap((width) =>
      schemes.split(",").map((name) => {
        const scheme = name === "dark" ? ("dark" as const) : ("light" as const);
        const file = `${route.replace(/[^\w-]+/g, "-")}-${width}-${scheme}.png`;
        return { route, width: Number(width), scheme, file: path.join(out, file), fullPage: !viewport };
      }),
    ),
  );
}

/** Takes one screenshot and reports the browser's errors. */
async function take(browser: Browser, base: string, shot: Shot, session: Kept | undefined): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: shot.scheme,
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    reducedMotion: "reduce",
    viewport: { width: shot.width, height: shot.width < 600 ? 844 : 800 },
  });
  if (session !== undefined) {
    await context.addInitScript((kept: Kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value);
    }, session);
  }
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${shot.route}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") console.error(`${shot.route}: ${message.text()}`);
  });
  await page.goto(`/${shot.route.replace(/^\//, "")}`, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  await drawAll(page);
  await warnOfSidewaysScrolling(page, shot);
  await page.screenshot({ path: shot.file, fullPage: shot.fullPage, animations: "disabled" });
  console.log(`${shot.file}  ${new URL(page.url()).pathname}`);
  await context.close();
}

async function warnOfSidewaysScrolling(page: Page, { route, width }: Shot): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) console.error(`${route} at ${width} px scrolls sideways by ${wide} px`);
}

/** Logs in once and returns the session's browser storage. */
async function sessionOf(browser: Browser, base: string, name: string, password: string): Promise<Kept> {
  const page = await browser.newPage({ baseURL: base });
  await logIn(page, name === administrator.userName ? "admin" : "user", name, password);
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  await page.close();
  return kept;
}

async function photograph(base: string): Promise<void> {
  const browser = await chromium.launch(browserOptions());
  try {
    const [name = "", ...rest] = (values.as ?? "").split(":");
    const password = rest.join(":") || administrator.password;
    const session = name === "" ? undefined : await sessionOf(browser, base, name, password);
    for (const shot of shots()) {
      await mkdir(path.dirname(shot.file), { recursive: true });
      await take(browser, base, shot, session);
    }
  } finally {
    await browser.close();
  }
}

if (values.base !== undefined) {
  await photograph(values.base);
} else {
  const library = await startLibrary();
  try {
    await photograph(library.address);
  } finally {
    await library.stop();
  }
}
