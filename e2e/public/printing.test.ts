import type { Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressWith } from "#e2e/steps/keyboard.ts";
import { orderOf } from "#e2e/steps/ordering.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

/** The printed page, with the dark scheme on screen. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  // the terms open on a press but are part of a sentence
  await expect(page.getByRole("button").filter({ hasNotText: "Terms" })).toHaveCount(0);
  const [paper, ink] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(paper).toMatch(/^(rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/);
  expect(ink).toMatch(/^rgb\(([0-4]?\d, ){2}[0-4]?\d\)$/);
}

test("the printed page has the text and none of the controls", async ({ page }) => {
  await page.goto("/user/home");
  await print(page);
  const tile = page.getByRole("main").getByRole("link", { name: "Books" });
  await expect(tile).toHaveCSS("background-color", "rgba(0, 0, 0, 0)"); // backgrounds are not printed: white text would be lost
  await expect(tile).not.toHaveCSS("color", "rgb(255, 255, 255)");
  await page.goto("/user/inventories");
  await print(page);
  await expect(page.getByRole("article").getByRole("heading").filter({ visible: true })).toHaveCount(18);
  await page.goto("/user/viewitem/1");
  await print(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Description")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
  await page.goto("/user/cartitems");
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toBeVisible();
  await print(page);
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("1");
});

test("an order of the staff names the contents and the recipient on paper", async ({ page, library }) => {
  const { id } = await stock(await clerkOf(library.address), { title: "Goes on paper", sku: "PAPER1" });
  const orderId = await orderOf(library.address, id, "goes.on.paper");
  await asClerk(page, `/admin/orderdetails/${orderId}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const title = await page.getByRole("table").getByRole("link").first().textContent();
  await print(page);
  await expect(page.getByText(`#${orderId}`).filter({ visible: true }).first()).toBeVisible();
  await expect(
    page
      .getByText(title ?? "")
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(page.getByText("Kings River School").filter({ visible: true }).first()).toBeVisible();
});

test("Print puts a borrower's order on paper: what it is, when it is due, where it goes back to", async ({
  page,
  library,
}) => {
  const { orderId, borrower } = await shippedOrder(await clerkOf(library.address), {
    title: "An order on paper",
    sku: "PAPER2",
    quantity: 1,
  });
  await borrower.enter(page);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.toggleAttribute("data-printed", true);
  });
  for (const { hand, screen } of [
    { hand: "pointer", screen: wide },
    { hand: "keyboard", screen: narrow },
  ] as const) {
    await page.setViewportSize(screen);
    await page.goto(`/user/vieworder/${orderId}`);
    await pressWith(hand, page, page.getByRole("button", { name: "Print", exact: true }));
    await expect(page.locator("html[data-printed]")).toBeAttached();
    await print(page);
    await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
    for (const words of ["An order on paper", "#PAPER2", "So that it arrives by", "Kings River School"])
      await expect(page.getByRole("main").getByText(words).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole("main").getByText("Jan 15, 2026").filter({ visible: true }).first()).toBeVisible();
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
  }
});
