import { expect, it } from "vitest";
import { limits } from "#contract/catalog/codes.ts";
import { isStaffRole } from "#contract/people/roles.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import * as z from "zod/mini";
import { testApp } from "../app.ts";
import { aBorrower, anAdmin } from "../factories.ts";
import { addressOf, parametersOf, servedCalls } from "./calls.ts";
import { leavesOf, schemaOf } from "./schema-leaves.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);

/** The texts in call addresses: path parameters that aren't numbers, and query parameters. */
const texts = servedCalls.flatMap((endpoint) => {
  const { call, params = {}, query } = endpoint;
  const ofPath = (name: string) => {
    const leaf = params[name] ? leavesOf(schemaOf(params[name]))[0] : undefined;
    return { name, place: "path", isText: true, most: undefined, ...leaf };
  };
  const ofQuery = (query ? leavesOf(schemaOf(query)) : []).map((leaf) => ({
    name: leaf.path[0] ?? "",
    place: "query",
    ...leaf,
  }));
  return [...parametersOf(endpoint).map(ofPath), ...ofQuery]
    .filter(({ isText }) => isText)
    .map(({ name, place, most }) => ({ endpoint, call, name, place, most }));
});

async function answerTo(endpoint: Endpoint, url: string) {
  const { token } = isStaffRole(endpoint.access) ? admin : await aBorrower(fixture); // a new one each time, because some calls end sessions
  const { method } = callParts(endpoint.call);
  return fixture.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
}

const addressWith = ({ endpoint, name, place }: (typeof texts)[number], value: string) =>
  place === "path" ? addressOf(endpoint, { [name]: value }) : `${addressOf(endpoint, {})}?${name}=${value}`;

it("texts in addresses include those that people type", () => {
  expect(texts.map(({ call, name }) => `${call} ${name}`)).toEqual(
    expect.arrayContaining([
      "POST Account/RequestResetPassword/{userNameOrEmail} userNameOrEmail",
      "POST Account/RequestResetPassword/{userNameOrEmail} next",
      "POST Account/ResetPassword/{userId}/{newPassword} newPassword",
      "GET Inventory/GetInventoryBySearchParams searchString",
      "GET Desk/Resolve text",
    ]),
  );
});

it.each(texts)("an overlong text in the $place is accepted, or refused with a sentence: $call $name", async (text) => {
  const { endpoint, most } = text;
  for (const length of [(most ?? limits.line) + 1, limits.prose + 1]) {
    const answer = await answerTo(endpoint, addressWith(text, "x".repeat(length)));
    expect([200, 400, 404, 414], answer.body).toContain(answer.statusCode);
    if (answer.statusCode === 200 && !String(answer.headers["content-type"]).startsWith("application/json")) continue;
    const { isSuccess, message } = z
      .object({ isSuccess: z.boolean(), message: z.optional(z.string()) })
      .parse(answer.json());
    expect(isSuccess, answer.body).toBe(isSuccess && answer.statusCode === 200);
    if (!isSuccess) expect(message).toMatch(/^(?!.*Too big).+[.!]$|^Not found$/);
  }
});

it.each(texts.filter(({ most, name }) => most !== undefined && name !== "publishers"))(
  "a text beyond the contract's limit is a 400 that names the limit: $call $name",
  async (text) => {
    const { endpoint, name, most = 0 } = text;
    const answer = await answerTo(endpoint, addressWith(text, "x".repeat(most + 1)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      isSuccess: false,
      message: `${name}: cannot be longer than ${most} characters.`,
    });
  },
);
