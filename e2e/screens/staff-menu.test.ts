import type { Locator, Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const groups = ["Desk", "Collection", "Schools", "Office"];
const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const group = (page: Page, name: string) => menu(page).getByRole("button", { name, exact: true });

/** Returns the element that a click in the middle of this one reaches, if it is another one. */
const coverOf = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && element.contains(above) ? "" : (above?.outerHTML.slice(0, 100) ?? "outside of the window");
  });

/** Opens the staff menu on a phone, where it is behind a button. */
async function unfold(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Menu", exact: true });
  if (await button.isVisible()) await button.click();
}

for (const size of [wide, { width: 1280, height: 720 }, narrow]) {
  test(`the staff menu shows every entry at ${size.width} x ${size.height} and never covers the camera button`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await asClerk(page);
    const camera = page.getByRole("button", { name: "Scan with the camera" });
    await expect(camera).toBeVisible();
    await unfold(page);
    for (const name of groups) {
      await group(page, name).click();
      await expect(menu(page).getByRole("button", { expanded: true })).toHaveCount(1);
      const entries = menu(page).getByRole("list", { name }).getByRole("link");
      expect(await entries.count(), name).toBeGreaterThan(0);
      for (const entry of await entries.all()) {
        await entry.scrollIntoViewIfNeeded();
        await expect(entry).toBeInViewport({ ratio: 1 });
        expect(await coverOf(entry), `covers ${await entry.innerText()}`).toBe("");
        const { clipped } = await entry.evaluate((link) => ({ clipped: link.scrollWidth > link.clientWidth }));
        expect(clipped, `${await entry.innerText()} is cut off`).toBe(false);
      }
      await camera.scrollIntoViewIfNeeded();
      expect(await coverOf(camera), `${name} covers the camera button`).toBe("");
    }
  });
}

test("every staff menu entry, its page's heading, and the browser's title have the same name", async ({ page }) => {
  test.setTimeout(120_000);
  await asClerk(page);
  await expect(group(page, "Desk")).toBeVisible();
  const bar = menu(page).getByRole("link");
  const inBar = await bar.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const names = await bar.allInnerTexts();
  const entries = inBar.map((href, at) => ({ href, name: names[at]?.trim() ?? "" }));
  expect(entries.slice(0, -1).map(({ name }) => name)).toEqual([
    "Dashboard",
    "Inventory",
    "News",
    "Orders",
    "Returns",
    "Borrowers",
  ]);
  for (const name of groups) {
    await group(page, name).click();
    for (const link of await menu(page).getByRole("list", { name }).getByRole("link").all())
      entries.push({ href: (await link.getAttribute("href")) ?? "", name: await link.innerText() });
  }
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  for (const { href, name } of entries.filter(({ href: to }) => to !== "/admin/account")) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`${name} - Health Education Lending Library`);
  }
});

test("every entry of the staff bar shows its name from 1280 pixels on", async ({ page }) => {
  await page.setViewportSize(wide);
  await asClerk(page);
  for (const name of ["Dashboard", "Inventory", "News", "Orders", "Returns", "Borrowers"]) {
    const word = menu(page).getByRole("link", { name }).getByText(name);
    await expect(word).toHaveCSS("opacity", "1");
    await expect(word).toBeInViewport({ ratio: 1 });
  }
});
