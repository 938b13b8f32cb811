import { expect, test } from "#e2e/test.ts";

test("a browser that asks for the icon by its old name gets it", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\//);
});
