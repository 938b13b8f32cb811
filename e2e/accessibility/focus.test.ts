import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";

/** Tabs through the page and back to the top; returns every stop that something covers. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "end";
      const again = element.hasAttribute("data-walked");
      element.setAttribute("data-walked", "");
      if (again) return "end";
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      const seen = points.some(([x, y]) => {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return top && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
      });
      return seen ? "seen" : `${element.outerHTML.slice(0, 100)} at ${Math.round(box.top)}`;
    });
    if (stop === "end") return hidden;
    if (stop !== "seen") hidden.push(stop);
  }
  return hidden;
}

for (const viewport of [
  { width: 1280, height: 600 },
  { width: 320, height: 400 },
]) {
  test(`nothing covers the focus, ${viewport.width} pixels wide`, async ({ library, someoneElse }) => {
    test.setTimeout(180_000);
    await lookAtAll(
      library.address,
      someoneElse,
      async (page, { name }) => {
        expect.soft(await hiddenStops(page), name).toEqual([]);
      },
      { viewport },
    );
  });
}

test("the first stop skips the menu", async ({ page }) => {
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Search the inventory" })).toBeFocused();
});

test("a dialog keeps the focus while it is open and restores it; so does a phone's menu", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/user/home");
  await page
    .getByRole("button", { name: /^Add to cart: / })
    .first()
    .press("Enter");
  const popup = page.getByText("Item successfully added to your cart.");
  await expect(popup).toBeVisible();
  // the corner popup is announced and takes no focus
  await expect(page.getByRole("button", { name: /^Add to cart: / }).first()).toBeFocused();

  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.press("Enter");
  await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");

  await menu.press("Enter");
  await page.getByRole("link", { name: "Cart (1)" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeFocused();
  const terms = page.getByRole("button", { name: "Terms and Responsibilities" });
  await terms.press("Enter");
  await staysInside(page, "Terms and Responsibilities");
  await page.keyboard.press("Escape");
  await expect(terms).toBeFocused();
  const remove = page.getByRole("button", { name: /^Remove / });
  await remove.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
});

/** Fails when Tab leaves the open dialog for the page behind it; the browser's toolbar does not count. */
async function staysInside(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const at = document.activeElement;
      return at && at !== document.body && !at.closest("dialog") ? at.outerHTML.slice(0, 100) : undefined;
    });
    expect(outside).toBeUndefined();
  }
}

test("the label under an icon of the staff menu stays while the pointer rests on it", async ({ page }) => {
  await asClerk(page, "/admin/dashboard");
  const orders = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders" });
  const words = orders.getByText("Orders");
  await expect(words).toHaveCSS("opacity", "0");
  await orders.hover();
  await expect(words).toHaveCSS("opacity", "1");
  await words.hover();
  await expect(words).toHaveCSS("opacity", "1");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(words).toHaveCSS("opacity", "0");
  await orders.focus();
  await expect(words).toHaveCSS("opacity", "1");
});
