import { describe, expect, it } from "vitest";
import { limits } from "#contract/catalog/codes.ts";
import { saveSection } from "#contract/site/content.ts";
import { contentLimits, sectionNames, siteContent } from "#contract/site/sections.ts";
import { synonymLimits } from "#contract/catalog/synonyms.ts";
import { askedApp } from "./asked-app.ts";
import { farDates, noDates } from "../odd-dates.ts";
import { addressOf, parametersOf, servedCalls } from "./calls.ts";
import { leavesOf, sampleOf, schemaOf, withValue } from "./schema-leaves.ts";

const { expectClear } = await askedApp();

/** Values on both sides of the limits of number columns. */
const numbers = [-1, 0, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 0.5];
/** Texts that PostgreSQL's searches stumble over. */
const texts = ["\0", "__proto__", "💚".repeat(150), "-".repeat(40), '"', "!& | ( : *", "\\'"];
/** Texts that are easily misread in addresses. */
const inAddresses = [" ", "%", "null", "0", "健康/#?", "'; drop table items; --", "../../etc/passwd"];
/** Half characters, which only a broken program sends, and which no address can contain. */
const halves = ["\ud83d", "x\ude00", "\udc9a\ud83d", `${"x".repeat(199)}\ud83d`];
/** Values that JavaScript converts to numbers, or fails to; every number field is parsed the same way. */
const oddNumbers: unknown[] = [{ toString: 1 }, [[3]], "2147483648", "-0"];

const isDate = (name: PropertyKey | undefined) =>
  /^(?:from|to|at|since)$|(?:Date|From|To|On|Since)$/.test(String(name));

/** Lengths at which texts are cut. */
const cuts = [40, 64, 80, 200, 300];
/** Limits from the rules, for fields without their own limit. */
const ruleLimits = [limits, contentLimits, synonymLimits]
  .flatMap((some) => Object.values(some))
  .filter((most) => most >= 40); // shorter texts aren't cut
/** Returns texts that would be cut in the middle of a character; longer ones are refused (limits.test.ts). */
const splitTexts = (most?: number) =>
  [...new Set(most === undefined ? [...cuts, ...ruleLimits] : [...cuts.filter((length) => length < most), most])].map(
    (length) => `${"x".repeat(length - 1)}💚`,
  );

const inAddress = (isText: boolean, most?: number) =>
  isText
    ? [...texts, ...inAddresses, ...(most === undefined ? [] : splitTexts(most))]
    : [...numbers.map(String), "abc", "99999999999999999999", "%", "\0"];
const inBody = (isText: boolean, most?: number) =>
  isText ? [...texts, ...halves, ...splitTexts(most)] : [...numbers, ...oddNumbers];

const parameterCalls = servedCalls.filter((endpoint) => parametersOf(endpoint).length > 0);
const queryCalls = servedCalls.flatMap((endpoint) => (endpoint.query ? [{ ...endpoint, query: endpoint.query }] : []));
const datesOf = (schema: Parameters<typeof schemaOf>[0]) =>
  leavesOf(schemaOf(schema)).flatMap(({ path, isText }) => (isText && isDate(path.at(-1)) ? [path] : []));
const dateCalls = servedCalls.filter(({ query, body }) =>
  [query, body].some((part) => part && datesOf(part).length > 0),
);
const bodyCalls = servedCalls.flatMap((endpoint) => (endpoint.body ? [{ ...endpoint, body: endpoint.body }] : []));

describe("a value at an edge is answered clearly", { timeout: 120_000 }, () => {
  it.each(parameterCalls)("in the path of $call", async (endpoint) => {
    for (const name of parametersOf(endpoint)) {
      const schema = endpoint.params?.[name];
      const isText = schema === undefined || leavesOf(schemaOf(schema)).some((leaf) => leaf.isText);
      for (const value of inAddress(isText)) await expectClear(endpoint, addressOf(endpoint, { [name]: value }));
    }
    // half a character, which only a broken program sends
    await expectClear(endpoint, addressOf(endpoint, {}).replace(/1(?!.*1)/, "%ED%A0%BD"));
  });

  it.each(queryCalls)("in the query of $call", async ({ query, ...endpoint }) => {
    const address = addressOf(endpoint, {});
    for (const { path, isText, most } of leavesOf(schemaOf(query))) {
      const name = path.join(".");
      for (const value of inAddress(isText, most))
        await expectClear(endpoint, `${address}?${name}=${encodeURIComponent(value)}`);
      await expectClear(endpoint, `${address}?${name}=1&${name}=twice`);
    }
  });

  it.each(bodyCalls)("in the body of $call", async ({ body, ...endpoint }) => {
    const schema = schemaOf(body);
    for (const { path, isText, isChoice, most } of leavesOf(schema)) {
      if (isChoice) continue; // another text is refused, as limits.test.ts shows
      for (const value of inBody(isText, most))
        await expectClear(endpoint, addressOf(endpoint, {}), JSON.stringify(withValue(sampleOf(schema), path, value)));
    }
  });

  it.each(dateCalls)("in the dates of $call", async ({ query, body, ...endpoint }) => {
    const address = addressOf(endpoint, {});
    const names = query ? datesOf(query).map((path) => path.join(".")) : [];
    const paths = body ? datesOf(body) : [];
    const sample = body && sampleOf(schemaOf(body));
    for (const value of [...noDates, ...farDates]) {
      const expectAnswer = async (search: string[], payload: unknown) => {
        const url = `${address}?${search.map((name) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
        const answer = await expectClear(endpoint, url, payload === undefined ? undefined : JSON.stringify(payload));
        if (noDates.includes(value)) expect(answer.json(), url).toMatchObject({ isSuccess: false });
      };
      for (const name of names) await expectAnswer([name], sample);
      for (const path of paths) await expectAnswer([], withValue(sample, path, value));
      await expectAnswer(
        names,
        paths.reduce((filled, path) => withValue(filled, path, value), sample),
      );
    }
  });

  it.each(sectionNames)("in the texts of the site, in %s", async (section) => {
    const schema = schemaOf(siteContent.shape[section]);
    for (const { path, isText, most } of leavesOf(schema)) {
      const save = async (value: unknown) => {
        const content = withValue(sampleOf(schema), path, value);
        return expectClear(saveSection, addressOf(saveSection, {}), JSON.stringify({ section, version: 0, content }));
      };
      for (const value of inBody(isText, most)) await save(value);
      for (const value of isDate(path.at(-1)) ? noDates : [])
        expect((await save(value)).body, value).toContain(`"field":"${path.join(".")}"`);
    }
  });
});
