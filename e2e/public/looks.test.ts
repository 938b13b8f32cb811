import type { Page } from "@playwright/test";
import { coveredControls, narrow, wide } from "#e2e/steps/screens.ts";
import { renderedPages } from "#e2e/steps/site-pages.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("a page's title ends with the library's name in Spanish too, before the script and after", async ({
  page,
  request,
}) => {
  for (const { path } of renderedPages().filter(({ path }) => !path.includes(":id"))) {
    const address = `/${path.replace(/\/?:\w+\?$/, "")}?lang=es`;
    expect(await (await request.get(address)).text(), path).toMatch(
      /<title>[^<]+ - Biblioteca de Préstamo de Educación para la Salud<\/title>/,
    );
    await page.goto(address);
    await expect(page, path).toHaveTitle(/.+ - Biblioteca de Préstamo de Educación para la Salud$/);
  }
});

test("on a phone the filters are folded, and say how many there are", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/user/inventories");
  const category = page.getByRole("combobox", { name: "Category" });
  const fold = page.getByRole("button", { name: "Filters", exact: true });
  await expect(category).toBeHidden();
  await expect(page.getByRole("article").first().getByRole("link")).toBeInViewport({ ratio: 1 });
  await fold.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await category.selectOption("Video");
  await expect(page).toHaveURL(/category=2/);
  await page.getByRole("combobox", { name: "Subject" }).selectOption("Safety");
  await expect(page).toHaveURL(/subject=/);
  await expect(page.getByRole("button", { name: "Filters (2)" })).toHaveAttribute("aria-expanded", "true");
  await expect(category).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Filters (2)" }).click();
  await expect(category).toBeHidden();
  await page.goto("/user/inventories?category=1&lang=es");
  await expect(page.getByRole("button", { name: "Filtros (1)" })).toBeVisible();
});

test("what is out of stock is a link away, in a group of its own", async ({ page }) => {
  await page.goto("/user/inventories");
  await page.getByRole("link", { name: /^\d+ out of stock$/ }).click();
  await expect(page).toHaveURL(/\?stock=all&page=\d+#out-of-stock$/);
  const group = page.getByRole("heading", { level: 2, name: "Out of Stock" });
  await expect(group).toBeFocused();
  await expect(group).toBeInViewport();
  await expect(page.getByRole("checkbox", { name: "Only show in stock" })).not.toBeChecked();
  const covers = page.locator("#out-of-stock + ul").getByRole("article");
  await expect(covers.first()).toContainText("Out of Stock");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(await covers.count());
});

test("a search says how many it found", async ({ page }) => {
  await page.goto("/user/home");
  await page.getByRole("combobox", { name: /Search/ }).fill("safety");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-said]")).toHaveText(/^\d+ items in stock for “safety”$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("combobox", { name: /Search/ }).fill("qqqqq");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-said]")).toHaveText("No records to display.");
});

test("nothing that can be pressed on a phone's first screen is under a message", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("messages", "stay"));
  await page.setViewportSize(narrow);
  await page.goto("/user/login");
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-toast-region]")).toContainText(/\w/);
  expect(await coveredControls(page)).toEqual([]);
  await page.goto("/user/viewitem/1");
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("9");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-toast-region]")).toContainText("Quantity cannot exceed five.");
  expect(await coveredControls(page)).toEqual([]);
});

test("a browser that asks for the icon by its old name gets it", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\//);
});

test("the library's Spanish name takes at most three lines of the header on any phone", async ({ page }) => {
  await page.goto("/home?lang=es");
  const name = page.getByRole("banner").getByText("Biblioteca de Préstamo de Educación para la Salud");
  const lines = () =>
    name.evaluate(async (element) => {
      await document.fonts.ready;
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  for (const width of [320, 340, 360, 375, 390, 430]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(name).toBeVisible();
    expect(await lines(), `at ${width} px`).toBeLessThanOrEqual(3);
  }
});

test("every icon of a page is drawn on it", async ({ page }) => {
  for (const path of ["/home", "/user/home", "/user/inventories", "/user/viewitem/1", "/user/cartitems", "/news"]) {
    await page.goto(path);
    await expect(page.locator("#root use").first()).toBeAttached();
    const missing = await page.evaluate(() =>
      [...document.querySelectorAll("use")]
        .map((use) => use.getAttribute("href") ?? "")
        .filter((href) => href.startsWith("#") && !document.querySelector(href)),
    );
    expect(missing, path).toEqual([]);
  }
});

/** The spaces between what can be pressed in the header, from left to right, and those inside of the cart's entry, in px. */
const headerSpaces = (page: Page) =>
  page.locator("header").evaluate((header) => {
    const pressed = [...header.querySelectorAll("a, button")].filter((one) => one.getBoundingClientRect().width > 1);
    const items = pressed.map((one) => ({ one, box: one.getBoundingClientRect() }));
    items.sort((a, b) => a.box.left - b.box.left);
    const cart = items.findIndex(({ one }) => one.textContent.startsWith("Cart"));
    const own = items[cart];
    const drawn = [...(own?.one.children ?? [])].map((part) => part.getBoundingClientRect());
    const seen = drawn.filter(({ width }) => width > 1); // what is only read has one pixel
    return {
      between: items.slice(1).map(({ box }, before) => Math.round(box.left - (items[before]?.box.right ?? 0))),
      cart,
      inside: own && [
        Math.round(Math.min(...seen.map(({ left }) => left)) - own.box.left),
        Math.round(own.box.right - Math.max(...seen.map(({ right }) => right))),
      ],
    };
  });

test("the header has no hole beside the cart, empty or not: what can be pressed is evenly apart", async ({ page }) => {
  const add = page.getByRole("button", { name: /^Add to cart: / }).first();
  for (const count of [0, 1]) {
    await page.goto("/user/inventories");
    await expect(add).toBeVisible();
    if (count > 0) await add.click();
    for (const screen of [wide, narrow]) {
      await page.setViewportSize(screen);
      await expect(page.getByRole("link", { name: `Cart (${count})` })).toBeVisible();
      const { between, cart, inside } = await headerSpaces(page);
      const [first = 0, ...others] = screen === wide ? between.slice(1) : between; // a desk has its room after the name
      expect(cart).toBeGreaterThan(0);
      // a desk has one line between the menu and the account, which is not beside the cart
      const apart = others.filter((space) => Math.abs(space - first) > 1);
      expect(apart.length, `${screen.width} px: ${between.join(", ")}`).toBe(screen === wide ? 1 : 0);
      for (const space of apart) expect(space).toBeLessThan(24);
      for (const beside of between.slice(cart - 1, cart + 1)) expect(Math.abs(beside - first)).toBeLessThanOrEqual(1);
      expect(inside).toEqual([8, 8]);
    }
    await page.setViewportSize(wide);
  }
});
