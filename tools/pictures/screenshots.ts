/**
 * Takes screenshots of every screen at 390 and 1280 px, light and dark, with contact sheets: index.html and
 * sheet-WIDTH-SCHEME[-LANGUAGE].png. Staff screens are English in every language.
 * npm run screenshots -- [--out test-results/screenshots] [--routes user/home,admin/dashboard] [--languages en,es]
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { type LanguageCode, languageNamed, languageNames } from "#contract/site/languages.ts";
import { browserOptions } from "#e2e/browser.ts";
import { administrator, startLibrary } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { drawAll } from "#e2e/steps/screens.ts";
import { reader, type Screen, screensOf } from "#e2e/screens/every-screen.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "test-results/screenshots" },
    routes: { type: "string", default: "" },
    languages: { type: "string", default: "en" },
  },
});

type Look = { width: number; scheme: "light" | "dark"; language: LanguageCode };

const looks = values.languages
  .split(",")
  .flatMap((code) =>
    [390, 1280].flatMap((width) =>
      (["light", "dark"] as const).map((scheme): Look => ({ width, scheme, language: languageNamed(code) ?? "en" })),
    ),
  );

const logins = { visitor: undefined, borrower: reader, admin: administrator };

const nameOf = ({ width, scheme, language }: Look) => `${width}-${scheme}${language === "en" ? "" : `-${language}`}`;

const fileOf = ({ who, path: address }: Screen, look: Look) =>
  `${who}${address.replace(/[^\w]+/g, "-")}-${nameOf(look)}.png`;

const screensIn = ({ language }: Look, screens: readonly Screen[]) =>
  screens.filter(({ who }) => language === "en" || who !== "admin");

/** Takes the screenshots of one look; each person logs in once. */
async function photograph(
  browser: Browser,
  screens: readonly Screen[],
  { width, scheme, language }: Look,
  fileFor: (screen: Screen) => string,
): Promise<void> {
  const contexts = new Map<string, BrowserContext>();
  for (const screen of screens) {
    const login = logins[screen.who];
    const name = login?.userName ?? "";
    const existing = contexts.get(name);
    const context =
      existing ??
      (await browser.newContext({
        baseURL: base,
        colorScheme: scheme,
        locale: "en-US",
        timezoneId: "America/Los_Angeles",
        reducedMotion: "reduce",
        viewport: { width, height: width < 600 ? 844 : 800 },
      }));
    contexts.set(name, context);
    const page = context.pages()[0] ?? (await context.newPage());
    if (!existing && login) await logIn(page, name === administrator.userName ? "admin" : "user", name, login.password);
    if (!existing) await context.addCookies([{ name: languageNames.cookie, value: language, url: base }]);
    await take(page, screen.path, fileFor(screen));
  }
  for (const context of contexts.values()) await context.close();
}

/** Takes one screenshot and reports the browser's errors. */
async function take(page: Page, address: string, file: string): Promise<void> {
  page.removeAllListeners();
  page.on("pageerror", (error) => console.error(`${address}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") console.error(`${address}: ${message.text()}`);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await page.evaluate(() => document.fonts.ready);
  await drawAll(page);
  // load the lazy pictures, too
  await page.evaluate(() =>
    Promise.allSettled(
      [...document.images].map((image) => {
        image.loading = "eager";
        return image.decode();
      }),
    ),
  );
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (tooWide > 0) console.error(`${address} scrolls sideways by ${tooWide} px: ${file}`);
  await page.screenshot({ path: file, fullPage: true, animations: "disabled" });
  console.log(`${file}  ${new URL(page.url()).pathname}`);
}

/** Returns a page with these looks of all screens side by side. */
function sheetOf(screens: readonly Screen[], columns: readonly Look[]): string {
  const isNarrow = columns.length === 1 && columns[0]?.width === 390;
  const perRow = columns.length > 1 ? columns.length : isNarrow ? 10 : 6;
  const figures = screens.flatMap((screen) =>
    columns
      .filter((look) => screensIn(look, [screen]).length > 0)
      .map((look) => {
        const file = fileOf(screen, look);
        const caption = `${screen.who}: ${screen.path}, ${nameOf(look)}`;
        return `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${caption}</figcaption></figure>`;
      }),
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
    body { margin: 12px; font: 12px sans-serif; background: #888; display: grid; gap: 12px; grid-template-columns: repeat(${perRow}, 1fr) }
    figure { margin: 0 } figure a { display: block; aspect-ratio: ${isNarrow ? "1 / 2" : "1"}; overflow: hidden; background: #fff } img { width: 100%; display: block }
  </style>${figures.join("")}`;
}

async function writeSheets(browser: Browser, out: string, screens: readonly Screen[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
  for (const look of looks) {
    const file = path.join(out, `sheet-${nameOf(look)}`);
    await writeFile(`${file}.html`, sheetOf(screensIn(look, screens), [look]));
    await page.goto(pathToFileURL(`${file}.html`).href);
    await page.screenshot({ path: `${file}.png`, fullPage: true });
  }
  await writeFile(path.join(out, "index.html"), sheetOf(screens, looks));
}

const { out, routes } = values;
const library = await startLibrary();
const base = library.address;
const browser = await chromium.launch(browserOptions());
try {
  await mkdir(out, { recursive: true });
  const isChosen = ({ path: address }: Screen) => routes === "" || routes.split(",").includes(address.slice(1));
  const screens = (await screensOf(base)).filter(isChosen);
  for (const look of looks)
    await photograph(browser, screensIn(look, screens), look, (screen) => path.join(out, fileOf(screen, look)));
  await writeSheets(browser, out, screens);
} finally {
  await browser.close();
  await library.stop();
}
