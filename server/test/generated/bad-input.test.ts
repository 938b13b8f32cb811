import { describe, expect, it } from "vitest";
import { isStaffRole } from "#contract/people/roles.ts";
import { callParts } from "#contract/wire/endpoint.ts";
import { testApp } from "../app.ts";
import { aBorrower, anAdmin } from "../factories.ts";
import { askedApp, expectClearAnswer } from "./asked-app.ts";
import { addressOf, servedCalls } from "./calls.ts";

const fixture = await askedApp();
const { expectClear } = fixture;

/** Bodies of the wrong shape. */
const badBodies = [
  "",
  "{",
  "[]",
  "[1]",
  '"text"',
  "null",
  "12",
  "{}",
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `{"a":${"[".repeat(500)}${"]".repeat(500)}}`,
  '{"inventoryItemIds":"none","inventoryItems":[null],"lines":{},"rows":"none","fields":[{}],"entries":7,"parts":[[]]}',
  '{"section":"terms","version":0,"content":{"points":[{"heading":{}}]}}',
  '{"section":"__proto__","version":0,"content":{},"wantedVersion":0}',
  '{"fields":["__proto__"],"defaults":[],"rows":["all"]}',
];

const bodyCalls = servedCalls.filter((endpoint) => callParts(endpoint.call).method === "POST");
const uploadCalls = servedCalls.flatMap(({ upload, ...endpoint }) => (upload ? [{ ...endpoint, upload }] : []));
const badForms = [
  "",
  "--x",
  "--x--",
  "--x\r\n\r\n\r\n--x--",
  '--x\r\ncontent-disposition: form-data; name="FIELD"\r\n\r\ntext\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="FIELD"; filename="a.png"\r\n\r\nno picture\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="FIELD"; filename="a.png"\r\n\r\nno end',
  '--x\r\ncontent-disposition: form-data; name="FIELD"; filename="\0%00../../a"\r\n\r\nx\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="FIELD"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--x--',
  `--x\r\ncontent-disposition: form-data; name="${"f".repeat(5000)}"\r\n\r\nx\r\n--x--`,
  "--x\r\ncontent-disposition: form-data\r\n\r\nx\r\n".repeat(2000),
];
describe("bad input", () => {
  it.each(bodyCalls)("in the body of $call is answered clearly", async (endpoint) => {
    for (const body of badBodies) await expectClear(endpoint, addressOf(endpoint, {}), body);
    for (const type of ["text/plain", "application/xml", "multipart/form-data", "nonsense"]) {
      await expectClear(endpoint, addressOf(endpoint, {}), "<a>text</a>", type);
    }
  });

  it.each(uploadCalls)("in the form of $call gets a clear response", async (endpoint) => {
    for (const form of badForms) {
      const sent = form.replace("FIELD", endpoint.upload);
      await expectClear(endpoint, addressOf(endpoint, {}), sent, "multipart/form-data; boundary=x");
    }
  });

  it("such as a malformed address, an unknown call, or a wrong method is a 4xx in the envelope", async () => {
    for (const url of [
      "/api/Inventory/Get/%E0%A4%A",
      "/api/Inventory/Get/%",
      "/api/nothing",
      "/api/",
      `/api/Inventory/Get/${"9".repeat(400)}`,
    ]) {
      const answer = await fixture.app.inject({ url });
      expectClearAnswer(answer, url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
    const url = "/api/Inventory/Get/1";
    expectClearAnswer(await fixture.app.inject({ method: "DELETE", url }), url);
  });

  it.each(bodyCalls)("with more bytes than $call declares is 413, and with one byte less isn't", async (endpoint) => {
    const maxBytes = endpoint.bodyBytes ?? 32 * 1024;
    const { token } = await (isStaffRole(endpoint.access) ? anAdmin(fixture) : aBorrower(fixture)); // who may log out
    const ofSize = (size: number) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const payload = `{"x":"${"x".repeat(size - 8)}"}`;
      return fixture.app.inject({ method: "POST", url: addressOf(endpoint, {}), headers, payload });
    };
    const refusal = await ofSize(maxBytes + 1);
    expect([refusal.statusCode, refusal.json()]).toEqual([
      413,
      { isSuccess: false, message: "The request is too large." },
    ]);
    expect((await ofSize(maxBytes)).statusCode).not.toBe(413);
  });
});

describe("an address", () => {
  it("of a call matches in any case, with or without a trailing slash", async () => {
    for (const url of ["/api/code/GETEVERYGRADE", "/api/Code/GetEveryGrade/", "/API/CODE/geteverygrade"]) {
      expect((await fixture.app.inject({ url })).statusCode).toBe(200);
    }
  });

  it("of a call accepts a POST without a body or JSON header, whatever the content type", async () => {
    for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
      const answer = await fixture.app.inject({
        method: "POST",
        url: "/api/Cart/AddItemToCart/1/1/true",
        headers: { "content-type": type },
      });
      expect(answer.json()).toMatchObject({ isSuccess: true, cartCount: 1 });
    }
  });
});

describe("the anti-forgery header", () => {
  const post = (cookie: string | undefined, header: string | undefined) =>
    fixture.app.inject({
      method: "POST",
      url: "/api/Cart/AddItemToCart/1/1/true",
      headers: { ...(cookie && { cookie: `XSRF-TOKEN=${cookie}` }), ...(header && { "x-xsrf-token": header }) },
    });

  it("is checked if there is a cookie, and not required otherwise", async () => {
    expect((await post(undefined, undefined)).statusCode).toBe(200);
    expect((await post("abc", "abc")).statusCode).toBe(200);
    expect((await post("abc", "abd")).statusCode).toBe(403);
    expect((await post("abc", undefined)).statusCode).toBe(403);
  });
});

describe("an anonymous client", () => {
  it("is limited by its calls, however they're spelled, and not by pages, files, and health checks", async () => {
    const { app } = await testApp({ settings: { RATE_LIMIT_SCALE: "0.01" } });
    const ask = async (url: string) => (await app.inject({ url })).statusCode;
    for (let round = 0; round < 4; round += 1) {
      for (const url of ["/%61pi/Code/GetEveryGrade", "/API/code/geteverygrade/", "/api/Code/GetEveryGrade?x=%2F"])
        await ask(url);
    }
    expect(await ask("/api/Code/GetEveryGrade")).toBe(429);
    expect(await ask("/%61pi/Code/GetEveryGrade")).toBe(429);
    expect(await ask("/no/page")).not.toBe(429);
    expect(await ask("/media/1.webp")).not.toBe(429);
    expect(await ask("/health/live")).toBe(200);
  });

  it("has a separate limit for pages", async () => {
    const { app } = await testApp({ settings: { RATE_LIMIT_SCALE: "0.01" } });
    const ask = async (url: string) => (await app.inject({ url })).statusCode;
    for (let round = 0; round < 12; round += 1) expect(await ask("/user/home")).not.toBe(429);
    expect(await ask("/%75ser/home")).toBe(429);
    expect(await ask("/api/Code/GetEveryGrade")).toBe(200);
  });

  it("can request the whole catalog only rarely", async () => {
    const { app } = await testApp({ settings: { RATE_LIMIT_SCALE: "0.1" } });
    const ask = async () => (await app.inject({ url: "/api/Inventory/GetEveryInventory" })).statusCode;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });

  it("is redirected to the notfound page for an undecodable address", async () => {
    const answer = await fixture.app.inject({ url: "/user/inventories/%E0%A4%A" });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/notfound"]);
  });
});

describe("a caller behind a trusted proxy", () => {
  it("is identified by its address, without the port, and never by other text", async () => {
    const { app } = await testApp({ settings: { RATE_LIMIT_SCALE: "0.01", TRUST_PROXY: "127.0.0.1" } });
    const ask = async (forwarded: string) =>
      (await app.inject({ url: "/api/Code/GetEveryGrade", headers: { "x-forwarded-for": forwarded } })).statusCode;
    for (let port = 1; port <= 12; port += 1) expect(await ask(`made up, 192.0.2.7:${port}`)).toBe(200);
    expect([await ask("192.0.2.7"), await ask("192.0.2.8")]).toEqual([429, 200]);
    for (let port = 1; port <= 12; port += 1) expect(await ask(`[2001:db8::7]:${port}`)).toBe(200);
    expect([await ask("2001:db8::7"), await ask("[2001:db8:1::7]")]).toEqual([429, 200]);
    for (const odd of ["made up", "192.0.2.7, unknown", "192.0.2.999", "[192.0.2.7", "127.1", "<script>"])
      expect(await ask(odd), odd).toBe(400);
  });

  it("isn't believed if no proxy is trusted", async () => {
    const answer = await fixture.app.inject({
      url: "/api/Code/GetEveryGrade",
      headers: { "x-forwarded-for": "made up" },
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe("every response", () => {
  const strict = {
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  };

  it("of the API is data only, whether the call succeeded, was refused, or failed", async () => {
    for (const url of [
      "/api/Code/GetEveryGrade",
      "/api/Cart/AddItemToCart/1/9/false",
      "/api/nothing",
      "/api/Order/GetOrders",
    ]) {
      const method = url.includes("Add") ? "POST" : "GET";
      expect((await fixture.app.inject({ method, url })).headers, url).toMatchObject({
        ...strict,
        "cache-control": "no-store",
      });
    }
  });
});
