import type { Page } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { expect, test } from "#e2e/test.ts";

/** The covers whose place differs from the width their layout assumes, and how many there are. */
async function misdrawn(page: Page) {
  return page.evaluate(() => {
    const icons = [...document.querySelectorAll('div[aria-hidden="true"] > span:last-child > svg')];
    const shares = icons.flatMap(({ parentElement: icon }) => {
      const frame = icon?.parentElement?.parentElement;
      return icon && frame ? [icon.getBoundingClientRect().width / frame.getBoundingClientRect().width] : [];
    });
    // the mark takes 17%, or 25% in the picture layout; a scrollbar may take a little
    return {
      count: shares.length,
      wrong: shares.filter((share) => Math.min(Math.abs(share - 0.17), Math.abs(share - 0.25)) > 0.008),
    };
  });
}

/** On the page that is shown, at every width. */
async function expectOwnWidths(page: Page, least: number) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("End"); // pictures are asked for when they come near
  await expect.poll(async () => (await misdrawn(page)).count).toBeGreaterThanOrEqual(least);
  for (const width of [320, 390, 460, 520, 600, 720, 800, 960, 1150, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const { count, wrong } = await misdrawn(page);
    expect(wrong, `${page.url()} at ${width} px`).toEqual([]);
    expect(count, page.url()).toBeGreaterThanOrEqual(least);
  }
}

/** Titles without a picture, whose covers are drawn: the last to be added, wherever others stand in the lists by then. */
async function stockDrawn(address: string, skus: readonly string[]): Promise<number[]> {
  const clerk = await clerkOf(address);
  const ids: number[] = [];
  for (const sku of skus) ids.push((await stock(clerk, { title: `A drawn cover: ${sku}`, sku })).id);
  return ids;
}

test("a cover is rendered as wide as its place, at home, on a title's page and in a list", async ({
  page,
  library,
}) => {
  const [id] = await stockDrawn(library.address, ["DRAWN1", "DRAWN2", "DRAWN3", "DRAWN4"]);
  await page.goto("/user/home");
  await expectOwnWidths(page, 4);
  await page.goto(`/user/viewitem/${id}`);
  await expectOwnWidths(page, 1);
  await page.goto("/user/inventories?page=12");
  await expectOwnWidths(page, 12); // some have pictures
});
