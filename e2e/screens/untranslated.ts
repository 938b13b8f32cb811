import type { Page } from "@playwright/test";
import { expect } from "#e2e/test.ts";
import { lengthInSpanish } from "#web/language/speak-spanish.ts";
import { excerptOf } from "#web/site/site-queries.ts";

import spanish from "#web/language/spanish.json" with { type: "json" };

const letters = /\p{L}{2}/u;
const day = new RegExp(
  "^\\d{1,2} (ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic) \\d{4}$|" +
    "^\\d{1,2} de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) de \\d{4}$|" +
    "^(lunes|martes|miércoles|jueves|viernes|sábado|domingo) \\d{1,2} de [a-z]+$|" +
    "^(lun|mar|mié|jue|vie|sáb|dom), \\d{1,2} de (ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic), \\d{1,2}:\\d{2} [ap]\\. m\\.$",
);
const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();

/** The Spanish texts as they may appear on a page: without tags, and with anything in their placeholders. */
const shapes = Object.values(spanish)
  .flatMap((text: string) => text.split(/<\/?\w+>/))
  .map(plain)
  .filter((text) => letters.test(text.replace(/\{\w+\}/g, "")))
  .map((text) => new RegExp(`^${text.replace(/[$()*+.?[\\\]^|]/g, "\\$&").replace(/\{\w+\}/g, "(.+)")}$`, "s"));

/** English sentences that read differently in Spanish. */
const english = new Set(
  Object.entries(spanish)
    .filter(([sentence, text]) => plain(sentence) !== plain(text))
    .map(([sentence]) => plain(sentence)),
);

/** The library's own content in any language, from the API's answers. */
export class Data {
  readonly #known = new Set<string>();
  #pending: Promise<unknown> = Promise.resolve();

  /** Collects every text of an answer, and each tag of a list and each part of a title without its cost. */
  take(value: unknown): void {
    if (typeof value === "string") {
      const parts = value.split(";").map((part) => part.replace(/ @ .*/, ""));
      // the paragraphs of a text, the texts of an article, and its excerpt in a list
      const texts = [value, ...value.split(/<[^>]*>|\n\s*\n/)].map(excerptOf);
      // a browser and its system; the length of a title in Spanish
      const names = [...value.split(" on "), lengthInSpanish(value)];
      for (const part of [value, ...value.split(","), ...parts, ...texts, ...names]) this.#known.add(plain(part));
    }
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) this.take(part);
  }

  /** Collects an answer once it arrives, unless the page is left first. */
  takeLater(value: Promise<unknown>): void {
    const collection = value.then((answer) => this.take(answer)).catch(() => undefined);
    this.#pending = Promise.all([this.#pending, collection]);
  }

  /** Waits for the answers that are still on their way. */
  async hasAll(): Promise<void> {
    await this.#pending;
  }

  /** Returns whether this is a collected text or its shortened beginning. */
  has(text: string): boolean {
    const bare = plain(text).replace(/^[#\d\s]+(?=.)/, "");
    if (this.#known.has(plain(text)) || this.#known.has(bare)) return true;
    return text.endsWith("…") && [...this.#known].some((known) => known.startsWith(plain(text.slice(0, -1))));
  }
}

/** Collects everything the API returns to this page from now on. */
export function dataOf(page: Page, ...more: unknown[]): Data {
  const data = new Data();
  data.take(more);
  page.on("response", (answer) => {
    if (!new URL(answer.url()).pathname.startsWith("/api/")) return;
    if (answer.headers()["content-type"]?.includes("json")) data.takeLater(answer.json());
  });
  return data;
}

function isSpanish(text: string, data: Data): boolean {
  if (!letters.test(text) || day.test(text)) return true;
  if (/^(?:PreK|K|\d+)(?:–\d+)?$/i.test(text)) return true; // grades
  if (text.endsWith(":") && isSpanish(text.slice(0, -1), data)) return true;
  const label = /^(.+) \(\d+\)$/.exec(text)?.[1]; // "Carrito (3)"
  if (label !== undefined) return isSpanish(label, data);
  if (english.has(plain(text))) return false;
  if (data.has(text) || text.split("; ").every((part) => data.has(part))) return true;
  // a document title has the page's name and the library's
  const name = text.lastIndexOf(" - ");
  if (name > 0 && isSpanish(text.slice(0, name), data) && isSpanish(text.slice(name + 3), data)) return true;
  const list = text.split(", ");
  if (list.length > 1 && list.every((part) => isSpanish(part, data))) return true;
  return shapes.some((shape) => {
    const match = shape.exec(plain(text));
    return match?.slice(1).every((part) => isSpanish(part, data)) ?? false;
  });
}

/** Expects every visible text, label, and title on the page to be Spanish, unless it's marked as English. */
export async function expectSpanish(page: Page, data: Data): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  // the library's own texts load a moment after the language is chosen
  await expect(page).toHaveTitle(/ - Biblioteca de Préstamo de Educación para la Salud$/);
  const { texts, dataBlocks } = await page.evaluate(() => {
    const texts = [document.title];
    const counts = (element: Element | null) =>
      element?.closest("[lang]")?.getAttribute("lang") === "es" &&
      !element.closest("script, style, noscript") &&
      element.checkVisibility({ visibilityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (counts(walker.currentNode.parentElement)) texts.push(walker.currentNode.nodeValue ?? "");
    const attributes = ["aria-label", "aria-roledescription", "aria-description", "placeholder", "title", "alt"];
    for (const element of document.body.querySelectorAll("*")) {
      if (counts(element)) texts.push(...attributes.map((name) => element.getAttribute(name) ?? ""));
    }
    const dataBlocks = [...document.querySelectorAll('script[type="application/json"]')].map(
      ({ textContent }) => textContent,
    );
    return { texts, dataBlocks };
  });
  for (const text of dataBlocks) data.take(JSON.parse(text));
  await data.hasAll();
  const visibleTexts = texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  expect(visibleTexts.length).toBeGreaterThan(10);
  expect(
    [...new Set(visibleTexts)].filter((text) => !isSpanish(text, data)),
    `English on ${page.url()}`,
  ).toEqual([]);
}
