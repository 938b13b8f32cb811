import { narrowest } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { cutTexts } from "./cut-text.ts";
import { lookAtAll } from "./ten-screens.ts";

// the text spacing of WCAG 1.4.12
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test("at 400 % no text of the ten main screens is cut, even with wider text spacing", async ({
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  await lookAtAll(
    library.address,
    someoneElse,
    async (page, { name }) => {
      expect.soft(await cutTexts(page), `cut on ${name}`).toEqual([]);
      await page.addStyleTag({ content: spacing });
      expect.soft(await cutTexts(page), `cut on ${name}, widely spaced`).toEqual([]);
    },
    // the content policy would block the reader's own style
    { viewport: narrowest, bypassCSP: true },
  );
});
