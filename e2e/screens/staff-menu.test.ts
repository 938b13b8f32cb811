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

/** Opens each group of the menu; every entry must be in full view, and the camera button within reach. */
async function expectEveryEntry(page: Page): Promise<void> {
  const camera = page.getByRole("button", { name: "Scan with the camera" });
  for (const name of groups) {
    await group(page, name).click();
    await expect(menu(page).getByRole("button", { expanded: true })).toHaveCount(1);
    const entries = menu(page).getByRole("list", { name }).getByRole("link");
    expect(await entries.count(), name).toBeGreaterThan(0);
    for (const entry of await entries.all()) {
      await entry.scrollIntoViewIfNeeded();
      await expect(entry).toBeInViewport({ ratio: 1 });
      expect(await coverOf(entry), `covers ${await entry.innerText()}`).toBe("");
      const isClipped = await entry.evaluate((link) => link.scrollWidth > link.clientWidth);
      expect(isClipped, `${await entry.innerText()} is cut off`).toBe(false);
    }
    await camera.scrollIntoViewIfNeeded();
    expect(await coverOf(camera), `${name} covers the camera button`).toBe("");
  }
}

test("the staff menu shows every entry on a phone and never covers the camera button", async ({ page }) => {
  await page.setViewportSize(narrow);
  await asClerk(page);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expectEveryEntry(page);
});

test("the staff menu shows every entry and its words on a low and a high screen, and its words under the pointer on a smaller one", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await asClerk(page);
  const word = (name: string) => menu(page).getByRole("link", { name }).getByText(name);
  for (const name of ["Dashboard", "Inventory", "News", "Orders", "Returns", "Borrowers"]) {
    await expect(word(name)).toHaveCSS("opacity", "1");
    await expect(word(name)).toBeInViewport({ ratio: 1 });
  }
  await expectEveryEntry(page);
  await page.setViewportSize(wide);
  await page.getByRole("heading", { level: 1 }).click(); // closes the group
  await expectEveryEntry(page);

  await page.setViewportSize({ width: 1024, height: 768 }); // no room for the words of all icons
  const orders = menu(page).getByRole("link", { name: "Orders" });
  await page.getByRole("heading", { level: 1 }).click(); // closes the group
  await expect(word("Orders")).toHaveCSS("opacity", "0");
  await orders.hover();
  await expect(word("Orders")).toHaveCSS("opacity", "1");
  await word("Orders").hover();
  await expect(word("Orders")).toHaveCSS("opacity", "1");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(word("Orders")).toHaveCSS("opacity", "0");
  await orders.evaluate((link) => link.focus({ focusVisible: true }));
  await expect(word("Orders")).toHaveCSS("opacity", "1");
});
