import { describe, expect, it } from "vitest";
import { itemRules } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { saveSection } from "#contract/site/content.ts";
import { contentLimits, sectionNames, siteContent } from "#contract/site/sections.ts";
import { isStaffRole } from "#contract/people/roles.ts";
import { synonymLimits } from "#contract/catalog/synonyms.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { placeOrder } from "#server/orders/place-order.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "../app.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";
import { addressOf, parametersOf, servedCalls } from "./calls.ts";
import { leavesOf, sampleOf, schemaOf, withValue } from "./schema-leaves.ts";

const fixture = await testApp();
const borrower = await aBorrower(fixture);
const admin = await anAdmin(fixture);
const { itemId } = await anItem(fixture, 3);
await inTransaction(fixture.db, (tx) =>
  placeOrder(tx, { borrowerId: borrower.borrowerId, cartKey: "x", at: new Date(), lines: [{ itemId, quantity: 1 }] }),
);

/** Both sides of the ends of every column of numbers, and what JavaScript makes numbers of. */
const numbers = [-1, 0, 1, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, 0.5];
const noNumbers: unknown[] = [
  { toString: 1 },
  { valueOf: {} },
  [],
  [[3]],
  true,
  "2147483648",
  "32768",
  "1e3",
  "0x10",
  "-0",
];

const withQuery = servedCalls.flatMap((endpoint) => (endpoint.query ? [{ ...endpoint, query: endpoint.query }] : []));
const withBody = servedCalls.flatMap((endpoint) => (endpoint.body ? [{ ...endpoint, body: endpoint.body }] : []));

/** Every length that anything is cut at or refused above, by its shape or by a rule, and what PostgreSQL's searches stumble over. */
const schemas = [...withBody.flatMap(({ body, rules }) => (rules ? [body, rules] : [body])), itemRules];
const declared = schemas.flatMap((schema) => leavesOf(schemaOf(schema)).flatMap(({ most }) => most ?? []));
const named = [limits, contentLimits, synonymLimits].flatMap((some) => Object.values(some));
const lengths = [...new Set([40, 64, 80, 300, ...declared, ...named])];
const halves = ["\ud83d", "x\ude00", "\udc9a\ud83d", `${"x".repeat(199)}\ud83d`];
const searches = ["-".repeat(40), '"', "!& | ( : *", "\\'", "\0", "__proto__"];
const oddTexts = ["💚".repeat(150), ...halves, ...searches];
/** For a field of at most this length: a longer text is refused there, as limits.test.ts shows, and goes nowhere else. */
const textsWithin = (most = Infinity) => [
  ...lengths.filter((length) => length <= most).map((length) => `${"x".repeat(length - 1)}💚`),
  ...oddTexts,
];

const json = "application/json";

async function expectNoFault(endpoint: Endpoint, url: string, body?: unknown) {
  const { method } = callParts(endpoint.call);
  const { token } = isStaffRole(endpoint.access) ? admin : borrower;
  const answer = await fixture.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": json }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const asked = `${endpoint.call} ${url.slice(0, 300)} ${JSON.stringify(body ?? "").slice(0, 600)}`;
  expect(answer.statusCode, `${asked}\n${answer.body.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.body.isWellFormed(), asked).toBe(true);
}

describe("no value at an edge is a fault", { timeout: 120_000 }, () => {
  it.each(servedCalls.filter((endpoint) => parametersOf(endpoint).length > 0))(
    "in the path of $call",
    async (endpoint) => {
      for (const name of parametersOf(endpoint)) {
        const schema = endpoint.params?.[name];
        const isNumber = schema !== undefined && leavesOf(schemaOf(schema)).every(({ isText }) => !isText);
        for (const value of isNumber ? numbers.map(String) : oddTexts)
          await expectNoFault(endpoint, addressOf(endpoint, { [name]: value.toWellFormed() }));
      }
      // half a character, as only a broken program sends it
      await expectNoFault(endpoint, addressOf(endpoint, {}).replace(/1(?!.*1)/, "%ED%A0%BD"));
    },
  );

  it.each(withQuery)("in the query of $call", async ({ query, ...endpoint }) => {
    const address = addressOf(endpoint, {});
    for (const { path, isText, most } of leavesOf(schemaOf(query))) {
      // one without a length is a day, a choice, or yes and no: any text of another form is refused alike
      const texts = most === undefined ? oddTexts : textsWithin(most);
      for (const value of isText ? texts : numbers.map(String))
        await expectNoFault(endpoint, `${address}?${path.join(".")}=${encodeURIComponent(value.toWellFormed())}`);
    }
  });

  it.each(withBody)("in the body of $call", async ({ body, ...endpoint }) => {
    const address = addressOf(endpoint, {});
    const schema = schemaOf(body);
    for (const { path, isText, isChoice, most } of leavesOf(schema)) {
      if (isChoice) continue; // another text is refused, as limits.test.ts shows
      for (const value of isText ? textsWithin(most) : [...numbers, ...noNumbers])
        await expectNoFault(endpoint, address, withValue(sampleOf(schema), path, value));
    }
  });

  it.each(sectionNames)("in the texts of the site, in %s", async (section) => {
    const schema = schemaOf(siteContent.shape[section]);
    for (const { path, isText, most } of leavesOf(schema)) {
      for (const value of isText ? textsWithin(most) : [...numbers, ...noNumbers]) {
        const content = withValue(sampleOf(schema), path, value);
        await expectNoFault(saveSection, addressOf(saveSection, {}), { section, version: 0, content });
      }
    }
  });
});
