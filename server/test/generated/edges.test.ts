import { describe, it } from "vitest";
import { limits } from "#contract/catalog/codes.ts";
import { saveSection } from "#contract/site/content.ts";
import { contentLimits, sectionNames, siteContent } from "#contract/site/sections.ts";
import { synonymLimits } from "#contract/catalog/synonyms.ts";
import { askedApp } from "./asked-app.ts";
import { addressOf, parametersOf, servedCalls } from "./calls.ts";
import { leavesOf, sampleOf, schemaOf, withValue } from "./schema-leaves.ts";

const { expectClear } = await askedApp();

/** Both sides of the ends of every column of numbers. */
const numbers = [-1, 0, 1, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, 0.5];
/** With what PostgreSQL's searches stumble over. */
const texts = ["\0", "__proto__", "💚".repeat(150), "-".repeat(40), '"', "!& | ( : *", "\\'"];
/** What addresses are read wrongly for. */
const inAddresses = [" ", "%", "null", "0", "健康/#?", "'; drop table items; --", "../../etc/passwd"];
/** As only a broken program sends it; no address can hold it. */
const halves = ["\ud83d", "x\ude00", "\udc9a\ud83d", `${"x".repeat(199)}\ud83d`];
/** What JavaScript makes numbers of, or fails at; what reads numbers is the same everywhere. */
const noNumbers: unknown[] = [{ toString: 1 }, [[3]], "2147483648", "-0"];

/** The lengths that texts are cut at. */
const cuts = [40, 64, 80, 200, 300];
/** Those that a rule refuses texts above, for a field that does not say its own. */
const ofRules = [limits, contentLimits, synonymLimits].flatMap((some) => Object.values(some));
/** Texts that would be cut in the middle of a character; a longer one is refused, as limits.test.ts shows, and goes nowhere else. */
const withHalfACharacter = (most?: number) =>
  [...new Set(most === undefined ? [...cuts, ...ofRules] : [...cuts.filter((length) => length < most), most])].map(
    (length) => `${"x".repeat(length - 1)}💚`,
  );

const inAddress = (isText: boolean, most?: number) =>
  isText
    ? [...texts, ...inAddresses, ...(most === undefined ? [] : withHalfACharacter(most))]
    : [...numbers.map(String), "abc", "99999999999999999999", "%", "\0"];
const inBody = (isText: boolean, most?: number) =>
  isText ? [...texts, ...halves, ...withHalfACharacter(most)] : [...numbers, ...noNumbers];

const withParameters = servedCalls.filter((endpoint) => parametersOf(endpoint).length > 0);
const withQuery = servedCalls.flatMap((endpoint) => (endpoint.query ? [{ ...endpoint, query: endpoint.query }] : []));
const withFields = servedCalls.flatMap((endpoint) => (endpoint.body ? [{ ...endpoint, body: endpoint.body }] : []));

describe("a value at an edge is answered clearly", { timeout: 120_000 }, () => {
  it.each(withParameters)("in the path of $call", async (endpoint) => {
    for (const name of parametersOf(endpoint)) {
      const schema = endpoint.params?.[name];
      const isText = schema === undefined || leavesOf(schemaOf(schema)).some((leaf) => leaf.isText);
      for (const value of inAddress(isText)) await expectClear(endpoint, addressOf(endpoint, { [name]: value }));
    }
    // half a character, as only a broken program sends it
    await expectClear(endpoint, addressOf(endpoint, {}).replace(/1(?!.*1)/, "%ED%A0%BD"));
  });

  it.each(withQuery)("in the query of $call", async ({ query, ...endpoint }) => {
    const address = addressOf(endpoint, {});
    for (const { path, isText, most } of leavesOf(schemaOf(query))) {
      const name = path.join(".");
      for (const value of inAddress(isText, most))
        await expectClear(endpoint, `${address}?${name}=${encodeURIComponent(value)}`);
      await expectClear(endpoint, `${address}?${name}=1&${name}=twice`);
    }
  });

  it.each(withFields)("in the body of $call", async ({ body, ...endpoint }) => {
    const schema = schemaOf(body);
    for (const { path, isText, isChoice, most } of leavesOf(schema)) {
      if (isChoice) continue; // another text is refused, as limits.test.ts shows
      for (const value of inBody(isText, most))
        await expectClear(endpoint, addressOf(endpoint, {}), JSON.stringify(withValue(sampleOf(schema), path, value)));
    }
  });

  it.each(sectionNames)("in the texts of the site, in %s", async (section) => {
    const schema = schemaOf(siteContent.shape[section]);
    for (const { path, isText, most } of leavesOf(schema)) {
      for (const value of inBody(isText, most)) {
        const content = withValue(sampleOf(schema), path, value);
        await expectClear(saveSection, addressOf(saveSection, {}), JSON.stringify({ section, version: 0, content }));
      }
    }
  });
});
