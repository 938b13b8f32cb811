import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logInAs } from "#web/test/a-session.ts";
import { addressOf, call, CallFailed, isRefusedFor, reachBy } from "./call.ts";
import { endSession } from "./session.ts";

type SentRequest = { address: string; method: string | undefined; headers: Headers; body: unknown };
let requests: SentRequest[] = [];

/** Fakes the API's answers from now on. */
function answers(body: unknown, init: ResponseInit = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  reachBy(async (address, { method, headers, body: sentBody }) => {
    requests.push({
      address,
      method,
      headers: new Headers(headers),
      body: typeof sentBody === "string" ? JSON.parse(sentBody) : sentBody,
    });
    return new Response(text, init);
  });
}

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  requests = [];
});
afterEach(() => {
  reachBy(async (address, init) => fetch(address, init));
  endSession();
  document.cookie = "XSRF-TOKEN=; max-age=0";
});

describe("a call", () => {
  it("sends the session's token, and the forgery token with each change", async () => {
    document.cookie = "XSRF-TOKEN=a%2Bb";
    logInAs("borrower");
    answers({ isSuccess: true, data: "cart" });
    await call("POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}", {
      params: { inventoryId: 7, requestedQty: "2", isQuickAdd: false },
    });
    expect(requests[0]).toMatchObject({ address: "/api/Cart/AddItemToCart/7/2/false", method: "POST" });
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${sessionStorage.getItem("token")}`);
    expect(requests[0]?.headers.get("x-xsrf-token")).toBe("a+b");
  });

  it("that only reads sends no forgery token", async () => {
    document.cookie = "XSRF-TOKEN=a";
    answers({ isSuccess: true, data: [] });
    await call("GET Code/GetEveryCategory", {});
    expect(requests[0]?.headers.has("x-xsrf-token")).toBe(false);
  });

  it("that is refused throws the reason and the field errors", async () => {
    const errors = [{ field: "skuNumber", message: "SKU is required." }];
    answers({ isSuccess: false, message: "Not saved.", data: { errors } });
    const error = await failure(call("GET Code/GetEveryCategory", {}));
    expect(error).toMatchObject({ status: 200, message: "Not saved.", isRefusal: true, errors });
  });

  it("that fails throws the status, with a default message if there is none", async () => {
    answers("<h1>Bad gateway</h1>", { status: 502 });
    const error = await failure(call("GET Code/GetEveryCategory", {}));
    expect(error).toMatchObject({ status: 502, isRefusal: false });
    expect(error instanceof CallFailed && error.message).not.toBe("");
  });

  it("that reaches no server throws status 0, but an aborted one throws AbortError", async () => {
    reachBy(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failure(call("GET Code/GetEveryCategory", {}))).toMatchObject({ status: 0 });
    reachBy(() => Promise.reject(new DOMException("Gone.", "AbortError")));
    const error = await failure(call("GET Code/GetEveryCategory", {}));
    expect(error).not.toBeInstanceOf(CallFailed);
    expect(error).toMatchObject({ name: "AbortError" });
  });
});

describe("the address of a call", () => {
  it("has each parameter encoded once, and leaves out an empty optional one", () => {
    const order = "POST Order/SaveOrder/{x}/{identifier}" as const;
    expect(addressOf(order, { params: { x: 0, identifier: "a/b?c%" } })).toBe("/api/Order/SaveOrder/0/a%2Fb%3Fc%25");
    const add = "POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}" as const;
    const params = { inventoryId: 7, requestedQty: 1, isQuickAdd: false, identifier: "" };
    expect(addressOf(add, { params })).toBe("/api/Cart/AddItemToCart/7/1/false");
  });

  it("has the query without its empty values", () => {
    const query = { searchString: "50% off & more", categoryId: undefined, gradeId: "", inStockOnly: false };
    expect(addressOf("GET Code/GetEveryCategory", { query })).toBe(
      "/api/Code/GetEveryCategory?searchString=50%25+off+%26+more&inStockOnly=false",
    );
  });
});

it("isRefusedFor recognizes a refusal by its reason, whatever its message", () => {
  const refusal = new CallFailed(200, "Anything at all.", {
    reason: { kind: "stale", what: "order", changedBy: "Dana O'Neil" },
  });
  expect(isRefusedFor(refusal, "stale")).toBe(true);
  expect(isRefusedFor(refusal, "terms-changed")).toBe(false);
  expect(isRefusedFor(new CallFailed(503, "stale"), "stale")).toBe(false);
  expect(isRefusedFor(new Error("stale"), "stale")).toBe(false);
});
