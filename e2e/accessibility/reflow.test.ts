import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { cutTexts } from "./cut-text.ts";
import { lookAtAll } from "./ten-screens.ts";

// a window of 1280 x 1024 as it is, at 200 % and at 400 %
const zoomed = {
  "100 %": { width: 1280, height: 1024 },
  "200 %": { width: 640, height: 512 },
  "400 %": { width: 320, height: 256 },
};

// the text spacing that WCAG 1.4.12 lets a reader set
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

for (const [zoom, viewport] of Object.entries(zoomed)) {
  test(`at ${zoom} no screen scrolls sideways and no text is cut, with wider text spacing neither`, async ({
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
      // why: the page's content policy would keep the reader's own style out
      { viewport, bypassCSP: true },
    );
  });
}
