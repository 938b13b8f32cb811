import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { cutTexts } from "./cut-text.ts";
import { lookAtAll } from "./ten-screens.ts";

// a window of 1280 x 1024 at 100%, 200%, and 400%
const zoomed = {
  "100 %": { width: 1280, height: 1024 },
  "200 %": { width: 640, height: 512 },
  "400 %": { width: 320, height: 256 },
};

// the text spacing of WCAG 1.4.12
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

for (const [zoom, viewport] of Object.entries(zoomed)) {
  test(`at ${zoom} no screen scrolls sideways and no text is cut, even with wider text spacing`, async ({
    library,
    someoneElse,
  }) => {
    test.setTimeout(180_000);
    await lookAtAll(
      library.address,
      someoneElse,
      async (page, { name }) => {
        await expectNoSidewaysScroll(page);
        expect.soft(await cutTexts(page), `cut on ${name}`).toEqual([]);
        await page.addStyleTag({ content: spacing });
        await expectNoSidewaysScroll(page);
        expect.soft(await cutTexts(page), `cut on ${name}, widely spaced`).toEqual([]);
      },
      // the content policy would block the reader's own style
      { viewport, bypassCSP: true },
    );
  });
}
