import { describe, expect, it } from "vitest";
import { saveSection } from "#contract/site/content.ts";
import { sectionNames, siteContent } from "#contract/site/sections.ts";
import { registerBorrower } from "#contract/people/accounts.ts";
import { addReferenceNumber, itemRules, saveInventory, updateInventory } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { codeLimits, saveCodeList } from "#contract/catalog/code-lists.ts";
import { isStaffRole } from "#contract/people/roles.ts";
import { acceptInvitation } from "#contract/people/staff.ts";
import { saveSynonymGroup, synonymLimits } from "#contract/catalog/synonyms.ts";
import { partLimits } from "#contract/catalog/parts.ts";
import type { Endpoint } from "#contract/wire/endpoint.ts";
import * as z from "zod/mini";
import { testApp } from "../app.ts";
import { aBorrower, anAdmin } from "../factories.ts";
import { addressOf, servedCalls } from "./calls.ts";
import { leavesOf, type Limit, limitsOf, sampleOf, schemaOf, withValue } from "./schema-leaves.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);

const savesTitle: readonly string[] = [saveInventory, updateInventory, addReferenceNumber].map(({ call }) => call);

/** Every call with a body, its rules, and a sample body of the right shape. */
const calls = servedCalls.flatMap((endpoint) => {
  const { body, call, rules = savesTitle.includes(call) ? itemRules : undefined } = endpoint;
  return body ? [{ endpoint, body, rules, sample: sampleOf(schemaOf(body)) }] : [];
});

async function send(endpoint: Endpoint, body: unknown) {
  const { token } = isStaffRole(endpoint.access) ? admin : await aBorrower(fixture); // a new one each time, because some calls end sessions
  return fixture.app.inject({
    method: "POST",
    url: addressOf(endpoint, {}),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: JSON.stringify(body),
  });
}

it("every request body has a valid sample, so that no limit is left out", () => {
  const invalid = calls.filter(({ body, sample }) => !z.safeParse(body, sample).success);
  expect(invalid.map(({ endpoint }) => endpoint.call)).toEqual([]);
});

const declaredLimits = calls.flatMap(({ endpoint, body, rules, sample }) =>
  leavesOf(schemaOf(body)).flatMap(({ path, most }) =>
    most === undefined ? [] : [{ endpoint, rules, sample, path, most, name: `${endpoint.call} ${path.join(".")}` }],
  ),
);

describe("a text that is one character too long", { timeout: 120_000 }, () => {
  it.each(declaredLimits)("is refused at its field: $name", async ({ endpoint, sample, path, most }) => {
    const answer = await send(endpoint, withValue(sample, path, "x".repeat(most + 1)));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining(`cannot be longer than ${most} characters.`),
      reason: { kind: "invalid" },
      data: { errors: [{ field: path.join("."), reason: { kind: "text-too-long", max: most } }] },
    });
  });

  const isTyped = ({ path }: { path: readonly PropertyKey[] }) =>
    !["inventoryItems", "website", "token", "credential"].includes(String(path[0]));
  it.each(declaredLimits.filter((limited) => limited.rules && isTyped(limited)))(
    "is refused by the form before it's sent: $name",
    ({ rules, sample, path, most }) => {
      const issues = rules && z.safeParse(rules, withValue(sample, path, "x".repeat(most + 1))).error?.issues;
      expect(issues?.map((issue) => issue.path.join("."))).toContain(path.join("."));
    },
  );

  it("is tested in the forms that people type into", () => {
    expect(declaredLimits.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "POST Account/RegisterBorrower user.userName",
        "POST Account/RegisterBorrower schoolName",
        "POST Account/UpdateBorrower/ address.street",
        "POST Inventory/SaveInventory title",
      ]),
    );
  });
});

type Limited = Limit & { endpoint: Endpoint; sample: unknown };

/** Returns `count` short words. */
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(", ");
const subject = (at: number) => ({
  id: 0,
  name: `S${at}`,
  nameInSpanish: `S${at}`,
  alsoCalled: "",
  isHidden: false,
});
const subjects = (count: number) => Array.from({ length: count }, (_, at) => subject(at));

/** Returns parts as they're stored: "1 p0; 1 p1". */
const parts = (count: number) => Array.from({ length: count }, (_, at) => `1 p${at}`).join("; ");
/** Returns sixteen parts with this total length. */
const longParts = (length: number) => {
  const most = Array.from({ length: 15 }, (_, at) => `1 ${String(at).padEnd(partLimits.name, "x")}`).join("; ");
  return `${most}; 1 ${"y".repeat(length - most.length - 4)}`;
};

/** Limits that "xxx" can't test: the rule counts something else, or the stored form differs from the typed one. */
const countedLimits: [Endpoint, string, (size: number) => unknown, number][] = [
  [registerBorrower, "user.userName", (size) => "x".repeat(size), limits.userName],
  [acceptInvitation, "userName", (size) => "x".repeat(size), limits.userName],
  [saveInventory, "parts", parts, partLimits.parts],
  [saveInventory, "parts", longParts, limits.parts],
  [saveSynonymGroup, "words", words, synonymLimits.words],
  [saveSynonymGroup, "alsoTyped", (size) => `y, ${"x".repeat(size)}`, synonymLimits.word],
  [saveCodeList, "entries", subjects, codeLimits.subjects],
];

const ruleLimits: Limited[] = [
  ...calls.flatMap(({ endpoint, rules, sample }) =>
    (rules ? limitsOf(schemaOf(rules), sample) : [])
      .filter(({ path }) => path.join(".") !== "parts")
      .map((limit) => ({ ...limit, endpoint, sample })),
  ),
  ...countedLimits.map(([endpoint, place, of, most]) => {
    const sample = calls.find(({ endpoint: { call } }) => call === endpoint.call)?.sample;
    return { endpoint, sample, path: place.split("."), within: of(most), beyond: of(most + 1) };
  }),
];

const errors = z.object({ data: z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) }) });

/** Sends a body with a value at a place; returns the errors there. */
async function errorsAt({ endpoint, sample, path }: Limited, value: unknown): Promise<string[]> {
  const answer = await send(endpoint, withValue(sample, path, value));
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  const issues = errors.safeParse(answer.json()).data?.data.errors ?? [];
  return issues.flatMap(({ field, message }) => (field === path.join(".") ? [message] : []));
}

describe("a value limited by a rule", { timeout: 120_000 }, () => {
  it.each(ruleLimits.map((limited) => ({ limited, name: `${limited.endpoint.call} ${limited.path.join(".")}` })))(
    "is refused at its field beyond the limit, and accepted at the limit: $name",
    async ({ limited }) => {
      const within = await errorsAt(limited, limited.within);
      const beyond = await errorsAt(limited, limited.beyond);
      expect(beyond.filter((sentence) => !within.includes(sentence))).toHaveLength(1);
    },
  );

  it("is tested where staff write titles, news, calendars, and lists", () => {
    const names = ruleLimits.map(({ endpoint, path }) => `${endpoint.call} ${path.join(".")}`);
    expect(names).toEqual(
      expect.arrayContaining([
        "POST Inventory/SaveInventory title",
        "POST News/SaveItem contentInSpanish",
        "POST Calendars/SaveCalendar breaks",
        "POST Order/PlaceForCaller lines",
        "POST Code/SaveList entries.0.name",
        "POST Settings/Save loanDays",
      ]),
    );
  });
});

const listsOfBodies = calls.flatMap(({ endpoint, body, sample }) =>
  limitsOf(schemaOf(body), sample)
    .filter(({ within }) => Array.isArray(within))
    .map((limit) => ({ ...limit, endpoint, sample, name: `${endpoint.call} ${limit.path.join(".")}` })),
);

it.each(listsOfBodies)(
  "a list with one entry too many is a 400, and one at the limit isn't: $name",
  async (limited) => {
    const statusOf = async (value: unknown) =>
      (await send(limited.endpoint, withValue(limited.sample, limited.path, value))).statusCode;
    expect([await statusOf(limited.beyond), (await statusOf(limited.within)) === 400]).toEqual([400, false]);
  },
  120_000,
);

const leavesOfBodies = calls.flatMap(({ endpoint, body, sample }) =>
  leavesOf(schemaOf(body)).map((leaf) => ({
    ...leaf,
    endpoint,
    sample,
    name: `${endpoint.call} ${leaf.path.join(".")}`,
  })),
);

it.each(leavesOfBodies)(
  "a value of another type, or outside the choices, is refused: $name",
  async ({ endpoint, sample, path, isChoice }) => {
    for (const wrong of isChoice ? [{}, "none of these"] : [{}]) {
      const answer = await send(endpoint, withValue(sample, path, wrong));
      expect([answer.statusCode < 500, answer.json().isSuccess], answer.body).toEqual([true, false]);
    }
  },
  120_000,
);

/** Every site text that people type; pictures and documents are sent as ids. */
const texts = sectionNames.flatMap((section) => {
  const schema = schemaOf(siteContent.shape[section]);
  return leavesOf(schema)
    .filter(({ path, isText }) => isText && !/(Url|Srcset|fileName)$/.test(path.join(".")))
    .map(({ path, most }) => ({ name: `${section} ${path.join(".")}`, section, sample: sampleOf(schema), path, most }));
});

/** Saves a section with a text of this length. */
async function saveWithLength({ section, sample, path }: (typeof texts)[number], length: number) {
  const content = withValue(sample, path, "x".repeat(length));
  const { status, body } = await fixture.callLoosely(
    saveSection,
    { body: { section, version: 0, content } },
    admin.token,
  );
  expect(status).toBe(200);
  return body;
}

it.each(texts)("an overlong site text is refused at its field: $name", async (text) => {
  const refusal = (message: unknown) => ({
    isSuccess: false,
    data: { errors: expect.arrayContaining([expect.objectContaining({ field: text.path.join("."), message })]) },
  });
  // a date, an address, or a choice has a format instead of a length
  if (text.most === undefined)
    return expect(await saveWithLength(text, limits.prose + 1)).toMatchObject(
      refusal(expect.stringMatching(/^[A-Z].*\.$/)),
    );
  const tooLong = refusal(
    expect.stringMatching(new RegExp(`^[A-Z].* cannot be longer than ${text.most} characters\\.$`)),
  );
  for (const length of [text.most + 1, limits.prose + 1])
    expect(await saveWithLength(text, length)).toMatchObject(tooLong);
  expect(await saveWithLength(text, text.most)).not.toMatchObject(tooLong);
});
