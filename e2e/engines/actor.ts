import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getByLabelSelector, getByRoleSelector, getByTextSelector } from "ivya";
import type { PickedFile } from "#e2e/steps/files.ts";
import { expect } from "#e2e/test.ts";
import { inPageScript, type Tab } from "./tab.ts";

type Name = string | RegExp;

/** Finds by role and accessible name; a string must be the whole name. */
export const role = (kind: string, name: Name) => getByRoleSelector(kind, { name, exact: true });
export const label = (name: Name) => getByLabelSelector(name, { exact: true });
export const text = (words: Name) => getByTextSelector(words, { exact: false });
/** Finds something inside something else. */
export const within = (outer: string, inner: string) => `${outer} >> ${inner}`;
export const heading = (name: Name) => getByRoleSelector("heading", { name, level: 1, exact: true });

const button = (name: Name) => role("button", name);
const link = (name: Name) => role("link", name);
export { button, link };

/** A person at one browser: points, types, and reads. Every wait ends when the page is ready for it. */
export class Actor {
  readonly #tab: Tab;
  readonly #address: string;

  constructor(tab: Tab, address: string) {
    this.#tab = tab;
    this.#address = address;
  }

  /** Opens a page and waits until its script has hydrated it. */
  async opens(place: string, name: Name): Promise<void> {
    await this.#tab.goto(new URL(place, this.#address).href);
    await this.arrives(name);
  }

  /** Waits for the page with this heading, and fails on anything broken on it. */
  async arrives(name: Name): Promise<void> {
    await this.sees(heading(name));
    await expect
      .poll(() => this.#tab.evaluate("document.querySelector('[data-rendered], [aria-busy=true]') === null"))
      .toBe(true);
    expect(await this.#asks("brokenOnScreen"), `broken at ${await this.#tab.address()}`).toEqual([]);
  }

  async sees(what: string): Promise<void> {
    await expect.poll(() => this.#asks("reads", what), `sees ${what}`).toBe("");
  }

  async presses(what: string): Promise<void> {
    let [x, y] = [0, 0];
    await expect
      .poll(async () => {
        const spot = await this.#asks("reach", what);
        if (typeof spot === "string") return spot;
        [x, y] = [Number(Object(spot).x), Number(Object(spot).y)];
        return "";
      }, `presses ${what}`)
      .toBe("");
    await this.#tab.click(x, y);
  }

  /** Replaces the text of a field. */
  async fills(what: string, words: string): Promise<void> {
    await this.presses(what);
    await this.#tab.press("SelectAll");
    await this.#tab.type(words);
    await expect.poll(() => this.#asks("valueOf", what), `fills ${what}`).toBe(words);
  }

  async chooses(what: string, option: string): Promise<void> {
    await expect.poll(() => this.#asks("focus", what), `reaches ${what}`).toBe(true);
    await this.#tab.type(option);
    await expect.poll(() => this.#asks("optionOf", what), `chooses in ${what}`).toBe(option);
  }

  async attaches(what: string, { name, buffer }: PickedFile): Promise<void> {
    const file = path.join(await mkdtemp(path.join(tmpdir(), "picked-")), name);
    await writeFile(file, buffer);
    await expect.poll(() => this.#asks("isThere", what), `finds ${what}`).toBe(true);
    await this.#tab.attach(`inPage.find(${JSON.stringify(what)})`, file);
  }

  async enters(): Promise<void> {
    await this.#tab.press("Enter");
  }

  /** Waits for an address; returns its captured groups. */
  async isAt(address: RegExp): Promise<string[]> {
    await expect.poll(() => this.#tab.address()).toMatch(address);
    return (address.exec(await this.#tab.address()) ?? []).slice(1);
  }

  async #asks(call: string, ...args: string[]): Promise<unknown> {
    if (!(await this.#tab.evaluate("'inPage' in window")))
      await this.#tab.evaluate(`(() => { ${await inPageScript()} })()`);
    return this.#tab.evaluate(`inPage.${call}(${args.map((argument) => JSON.stringify(argument)).join(", ")})`);
  }
}
