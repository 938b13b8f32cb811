import { describe, expect, it } from "vitest";
import { allCalls } from "#contract/all.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { aPicture } from "../a-picture.ts";
import { formOf, testApp } from "../app.ts";
import { aBorrower, anAdmin, anItem, password } from "../factories.ts";
import { addressOf, notYetServed, servedCalls } from "./calls.ts";

const fixture = await testApp();
const owner = await aBorrower(fixture);
const stranger = await aBorrower(fixture);
const item = await anItem(fixture, 5);

const send = async (endpoint: Endpoint, values: Record<string, string>, token?: string, body: object = {}) => {
  const { method } = callParts(endpoint.call);
  const form = endpoint.upload === undefined ? undefined : await formOf(endpoint.upload, await aPicture());
  const answer = await fixture.app.inject({
    method,
    url: addressOf(endpoint, values),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...form?.headers },
    ...(method === "POST" && { payload: form?.payload ?? body }),
  });
  return answer;
};

const cartAnswer = await send(
  find("Cart/AddItemToCart"),
  { inventoryId: String(item.itemId), requestedQty: "1", isQuickAdd: "false", identifier: "new" },
  owner.token,
);
const orderAnswer = await send(find("Order/SaveOrder"), { x: "0", identifier: cartAnswer.json().data }, owner.token);
const orderId = String(orderAnswer.json().id);
const photo = { large: Buffer.from("photo"), small: Buffer.from("photo"), added_at: new Date() };
const { photo_id: photoId } = await fixture.db
  .insertInto("borrower_photos")
  .values({ ...photo, order_id: Number(orderId), borrower_id: owner.borrowerId })
  .returning("photo_id")
  .executeTakeFirstOrThrow();
const otherItem = await anItem(fixture);
const { entry_id: entryId } = await fixture.db
  .insertInto("waitlist_entries")
  .values({ item_id: otherItem.itemId, borrower_id: owner.borrowerId })
  .returning("entry_id")
  .executeTakeFirstOrThrow();
/** The owner's ids, by the contract's parameter names. */
const ownersThings = {
  userId: String(owner.userId),
  orderId,
  id: orderId,
  identifier: cartAnswer.json().data,
  photoId: String(photoId),
  entryId: String(entryId),
  size: "small",
};

function find(name: string): Endpoint {
  const endpoint = allCalls.find(({ call }) => call.includes(name));
  if (!endpoint) throw new Error(`No call is named ${name}.`);
  return endpoint;
}

describe("every call", () => {
  it("is served, except those listed as not served yet", () => {
    const isServed = ({ call }: Endpoint) => {
      const { method, path } = callParts(call);
      return fixture.app.hasRoute({
        method,
        url: `/api/${path.replace(/\/$/, "").replace(/\{(\w+)(\??)\}/g, ":$1$2")}`,
      });
    };
    expect(
      allCalls
        .filter((call) => !isServed(call))
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual([...notYetServed].toSorted());
  });
});

const visitors = [
  { who: "a visitor", arrive: async () => undefined, mayCall: ["anyone"], refusal: 401 },
  { who: "a User", arrive: () => aBorrower(fixture), mayCall: ["anyone", "user", "user or volunteer"], refusal: 403 },
  {
    who: "a volunteer",
    arrive: () => anAdmin(fixture, { role: "volunteer" }),
    mayCall: ["anyone", "user or volunteer", "volunteer"],
    refusal: 403,
  },
  {
    who: "a clerk",
    arrive: () => anAdmin(fixture, { role: "clerk" }),
    mayCall: ["anyone", "user or volunteer", "volunteer", "clerk"],
    refusal: 403,
  },
  {
    who: "an Admin, which is a manager",
    arrive: () => anAdmin(fixture),
    mayCall: ["anyone", "user or volunteer", "volunteer", "clerk", "manager"],
    refusal: 403,
  },
] as const;

/** The specified sentence, or for staff, one that says their role isn't enough. */
function sentenceFor(who: string, { access }: Endpoint, refusal: number): string {
  if (refusal === 401) return "Unauthorized";
  return who === "a User" || access === "user"
    ? "Forbidden"
    : "Your role at the library doesn’t include this. Ask a manager.";
}

// Everyone logs in again for each call, because one call is the logout.
describe.each(visitors)("$who", ({ who, arrive, mayCall, refusal }) => {
  const isAllowed = ({ access }: Endpoint) => mayCall.some((allowed) => allowed === access);

  it.each(servedCalls.filter(isAllowed))("may call $call", async (endpoint) => {
    const { statusCode } = await send(endpoint, {}, (await arrive())?.token);
    // the public login returns 401 for a bad password, which isn't a refused call
    expect([401, 403].includes(statusCode) && !endpoint.call.includes("Account/Login")).toBe(false);
  });

  it.each(servedCalls.filter((endpoint) => !isAllowed(endpoint)))("may not call $call", async (endpoint) => {
    const answer = await send(endpoint, {}, (await arrive())?.token);
    expect(answer.statusCode).toBe(refusal);
    expect(answer.json()).toEqual({ isSuccess: false, message: sentenceFor(who, endpoint, refusal) });
  });
});

describe("another borrower's data", () => {
  const ownCalls = [
    { name: "Account/GetOrdersByUserId", body: {} },
    { name: "Account/GetBorrowerInformationByUserId", body: {} },
    { name: "Order/GetOrderForUser", body: {} },
    { name: "Order/SaveOrder", body: {} },
    { name: "Order/CancelOwn", body: {} },
    { name: "Order/ChangeOwnDays", body: { teachFrom: "2026-09-07", teachTo: "2026-09-11" } },
    { name: "Order/RemoveOwnTitle", body: { inventoryId: otherItem.itemId } },
    { name: "Order/SentBack", body: { sentOn: "2026-03-02", trackingNumber: "" } },
    { name: "Order/ReportArrival", body: { arrivedOn: "2026-03-02" } },
    { name: "Order/ReportProblem", body: { words: "A page is torn." } },
    { name: "Order/AddPhoto", body: {} },
    { name: "Order/GetPhoto", body: {} },
    { name: "Order/RemovePhoto", body: {} },
    { name: "Waitlist/Change", body: { isPaused: true } },
    { name: "Waitlist/Leave", body: {} },
    {
      name: "Account/UpdateBorrower",
      body: {
        borrowerId: owner.borrowerId,
        borrowerName: "Not Me",
        emailAddress: "me@example.org",
        phoneNumber: "5555550100",
        schoolName: "S",
        schoolDistrict: "D",
        address: { street: "1 A St", city: "Fresno", state: "CA", zip: "93701" },
      },
    },
    {
      name: "Account/ChangePassword",
      body: { userId: owner.userId, password, newPassword: "violet harbor lantern" },
    },
  ];

  it.each(ownCalls)("isn't found by $name", async ({ name, body }) => {
    expect((await send(find(name), ownersThings, stranger.token, body)).statusCode).toBe(404);
    expect((await send(find(name), ownersThings, owner.token, body)).statusCode).toBe(200);
  });

  it("appears as an empty cart, if it's a cart", async () => {
    expect((await send(find("Cart/GetCartItemCount"), ownersThings, stranger.token)).json()).toMatchObject({
      cartCount: 0,
    });
    expect((await send(find("Cart/GetCartItemsByIdentifier"), ownersThings, stranger.token)).json()).toMatchObject({
      data: [],
    });
  });
});

describe("a token", () => {
  const count = find("Order/GetNewOrderCount");

  it.each(["", "null", "undefined", "a.b", "a.b.c", "Bearer", "..", "é.é.é", "x".repeat(5000)])(
    "like '%s' counts as anonymous",
    async (token) => {
      expect((await send(count, {}, token)).statusCode).toBe(401);
      expect((await send(find("Code/GetEveryGrade"), {}, token)).statusCode).toBe(200);
    },
  );
});
