import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import * as z from "zod";
import { testApp } from "#server/test/app.ts";
import { servedCalls } from "#server/test/generated/calls.ts";

const { app } = await testApp();
const operation = z.object({
  description: z.string(),
  security: z.optional(z.unknown()),
  requestBody: z.optional(z.object({ description: z.optional(z.string()) })),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

it("the OpenAPI document describes every call with its access, parameters, and maximum body size", async () => {
  const answer = await app.inject({ url: "/api/openapi.json" });
  const { paths } = document.parse(answer.json());
  for (const { call, access, body, upload, bodyBytes = 32 * 1024 } of servedCalls) {
    const [method = "", path = ""] = call.split(" ");
    const entry = paths[`/${path.replace(/\/$/, "").replace("?}", "}")}`]?.[method.toLowerCase()];
    expect(entry?.description, call).toBe(`Access: ${access}.`);
    if (body && !upload) expect(entry?.requestBody?.description, call).toBe(`At most ${bodyBytes / 1024} kB.`);
    expect(entry?.security === undefined, call).toBe(access === "anyone");
    expect(entry?.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(
      [...path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name),
    );
  }
  expect(Object.keys(paths)).toContain("/Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}");
});

it("no call has the secret of an emailed link in its path, except the specification's and one-click unsubscribe (RFC 8058)", () => {
  const paths = servedCalls.map(({ call }) => call).filter((call) => /token|secret|key\}|Password\/\{id\}/i.test(call));
  expect(paths.filter((call) => call.includes("{"))).toEqual([
    "POST MailingList/Unsubscribe/{key}",
    "GET Account/CheckUserResetPassword/{id}",
  ]);
});

it("the OpenAPI document is valid", async () => {
  const answer = await app.inject({ url: "/api/openapi.json" });
  expect(await new Validator().validate(answer.json())).toEqual({ valid: true });
});
