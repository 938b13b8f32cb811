import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";
import { shapes } from "./ten-shapes.ts";

test("a screen reader gets the landmarks, headings, names, and roles of the ten main screens", async ({
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  await lookAtAll(library.address, someoneElse, async (page, { name }) => {
    await expect.soft(page.locator("body"), name).toMatchAriaSnapshot(shapes[name]);
  });
});
