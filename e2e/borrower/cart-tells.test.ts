import type { Locator, Page } from "@playwright/test";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { narrow, onBothScreens, wide } from "#e2e/steps/screens.ts";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

type Title = { inventoryId: number; title: string; inStock: number };

/** A title of the demonstration with a stock in this range. */
async function aTitle(page: Page, least: number, most: number): Promise<Title> {
  type Found = { searchInStockResults: Title[] };
  const { searchInStockResults } = await asked<Found>(page, "Inventory/GetInventoryBySearchParams?searchString=");
  const title = searchInStockResults.find(({ inStock }) => inStock >= least && inStock <= most);
  if (!title) throw new Error(`No title has a stock of ${least} to ${most}.`);
  return title;
}

const popup = (page: Page) => page.getByText("Item successfully added to your cart.").locator("xpath=ancestor::*[3]");
const quantity = (page: Page) => page.getByRole("spinbutton", { name: "Quantity" });

/** On how many lines these words are. */
const linesOf = (words: Locator) =>
  words.evaluate((element) =>
    Math.round(element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight)),
  );

test("the title's page starts with what is in the cart, and one press changes it", async ({ page }) => {
  await page.goto("/user/home");
  const title = await aTitle(page, 5, 99);
  await onBothScreens(page, async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/user/viewitem/${title.inventoryId}`);
    await expect(page.getByText("in your cart")).toBeHidden();
    for (const _more of [2, 3]) await page.getByRole("button", { name: "Quantity: one more" }).click();
    await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
    await expect(popup(page)).toContainText("3 added, 3 in your cart");
    await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();

    // the page is opened again: 3 in the box, and a press is no longer a silent 1
    await page.reload();
    await expect(page.getByText(`${title.inStock} in stock · 3 in your cart`)).toBeVisible();
    await expect(quantity(page)).toHaveValue("3");
    await page.getByRole("button", { name: "Quantity: one fewer" }).click();
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(page.getByText("Cart updated.")).toBeVisible();
    await expect(page.getByText("Item successfully added to your cart.")).toBeHidden();
    await expect(page.getByRole("link", { name: "Cart (2)" })).toBeVisible();
  });
});

test("in the cart, too, one more stops at the stock and says why, and nothing is squeezed, by pointer", async ({
  page,
}) => {
  await page.goto("/user/home");
  const { inventoryId, title, inStock } = await aTitle(page, 1, 4);
  await onBothScreens(page, async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/user/viewitem/${inventoryId}`);
    await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
    await expect(popup(page)).toContainText("1 added, 1 in your cart");
    await page.goto("/user/cartitems");
    const box = page.getByRole("spinbutton", { name: `Quantity of ${title}` });
    const more = page.getByRole("button", { name: `Quantity of ${title}: one more` });
    const remove = page.getByRole("button", { name: `Remove ${title}` });
    const places = () => Promise.all([box, more, remove].map((part) => part.boundingBox()));
    const before = await places();
    for (let has = 1; has <= inStock; has += 1) {
      await expect(box).toHaveValue(`${has}`);
      await more.click();
    }
    await expect(box).toHaveAccessibleDescription(`Only ${inStock} in stock.`);
    await expect(box).toHaveValue(`${inStock}`);
    await expect(page.getByRole("banner").getByRole("link", { name: `Cart (${inStock})` })).toBeVisible();
    expect(await places()).toEqual(before);
    expect(await linesOf(page.getByRole("main").getByText(`Only ${inStock} in stock.`))).toBe(1);
  });
});

test("by keyboard, in Spanish, on a phone: added, told, and changed", async ({ someoneElse }) => {
  const page = await someoneElse({ locale: "es-MX", viewport: narrow });
  await page.goto("/user/home");
  const { inventoryId } = await aTitle(page, 5, 99);
  await page.goto(`/user/viewitem/${inventoryId}`);
  await tabTo(page, "button", "Agregar al carrito");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 agregado, 1 en su carrito")).toBeVisible();
  await expect(page.getByText(/· 1 en su carrito/)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Carrito (1)" })).toBeVisible();
  await page.goto(`/user/viewitem/${inventoryId}`);
  await tabTo(page, "spinbutton", "Cantidad");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "button", "Actualizar");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 agregado, 2 en su carrito")).toBeVisible();
});

test("on a phone the cart is beside Menu, and the header comes back when one scrolls up", async ({ page }) => {
  for (const width of [320, 360, 390, 600]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/user/inventories");
    const cart = page.getByRole("banner").getByRole("link", { name: "Cart (0)" });
    const menu = page.getByRole("button", { name: "Menu", exact: true });
    await expect(cart).toBeInViewport();
    const [one, other] = [await cart.boundingBox(), await menu.boundingBox()];
    const middles = [one, other].map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(middles[0], `at ${width} px`).toBe(middles[1]);
  }
  await page.mouse.wheel(0, 1500);
  await expect(page.getByRole("banner")).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole("banner")).not.toBeInViewport();
  await page.setViewportSize(wide);
  await page.goto("/user/inventories");
  await expect(page.getByRole("banner").getByRole("link", { name: "Cart (0)" })).toHaveCount(1);
});
