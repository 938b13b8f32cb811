import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";
import { shapes } from "./shapes.ts";

test("a screen reader gets the landmarks, headings, names, and roles of a title, a cart, and a form", async ({
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  await lookAtAll(library.address, someoneElse, async (page, { name }) => {
    const shape = shapes[name];
    if (shape) await expect.soft(page.locator("body"), name).toMatchAriaSnapshot(shape);
  });
});
