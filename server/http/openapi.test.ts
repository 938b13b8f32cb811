import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import * as z from "zod";
import { testApp } from "#server/test/app.ts";
import { servedCalls } from "#server/test/generated/calls.ts";

const { app } = await testApp();
const operation = z.object({
  description: z.string(),
  security: z.optional(z.unknown()),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

it("describes every call of the API, its access, and its parameters", async () => {
  const answer = await app.inject({ url: "/api/openapi.json" });
  const { paths } = document.parse(answer.json());
  for (const { call, access } of servedCalls) {
    const [method = "", path = ""] = call.split(" ");
    const described = paths[`/${path.replace(/\/$/, "").replace("?}", "}")}`]?.[method.toLowerCase()];
    expect(described?.description, call).toBe(`Access: ${access}.`);
    expect(described?.security === undefined, call).toBe(access === "anyone");
    expect(described?.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(
      [...path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name),
    );
  }
  expect(Object.keys(paths)).toContain("/Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}");
});

it("is a valid OpenAPI document", async () => {
  const answer = await app.inject({ url: "/api/openapi.json" });
  expect(await new Validator().validate(answer.json())).toEqual({ valid: true });
});
