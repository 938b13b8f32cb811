import type { Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { orderedOn, orderOf } from "#e2e/steps/ordering.ts";
import { expectNoSidewaysScroll, narrow, wide } from "#e2e/steps/screens.ts";
import { addressesOf, sitePages } from "#e2e/steps/site-pages.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import { type Data, dataOf, expectSpanish } from "./untranslated.ts";

/** Waits for a screen and checks it: Spanish, and nothing wider than the window. */
async function look(page: Page, data: Data, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectSpanish(page, data);
  await expectNoSidewaysScroll(page);
}

async function fitsThePhone(page: Page): Promise<void> {
  const size = page.viewportSize() ?? wide;
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

async function chooseSpanish(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Español" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
}

/** The pages before a login; the texts after a "?" are filters. */
const addresses = sitePages()
  .filter(({ path, guard }) => (guard === "anyone" || guard === "login page") && !path.startsWith("admin/"))
  .flatMap((page) =>
    addressesOf(page, {
      "user/viewitem/:id": [3],
      "user/reset-password/:token?": ["", "over"],
      "user/terms/:version": [0],
    }),
  );

test("a visitor chooses Spanish at 1280 px", async ({ page }) => {
  await page.setViewportSize(wide);
  const data = await dataOf(page);
  await page.goto("/user/home");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await chooseSpanish(page);
  await look(page, data, "Encuéntrelo, pídalo prestado, enseñe con él");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Encuéntrelo, pídalo prestado, enseñe con él");
});

test("what is wrong in the form of a public page is said in Spanish", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  const data = await dataOf(page);
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const form = page.getByRole("main").locator("form[novalidate]");
      if ((await form.count()) === 0) return;
      await form.locator("[type=submit]").click();
      await expect(page.getByRole("group", { name: "Corrija los campos no válidos." })).toBeVisible();
      await expectSpanish(page, data);
      await fitsThePhone(page);
    });
  }
});

test("a borrower logs in, orders, and manages an account in Spanish", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  const data = await dataOf(page, "Fresno, CA 93701", "UPS");
  const orderId = await orderOf(library.address, 3, "j.spanish");
  await page.goto("/user/login");
  await page.getByLabel("Nombre de usuario").fill("j.spanish");
  await page.getByLabel("Contraseña", { exact: true }).fill("apples and peaches");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("¡Nombre de usuario o contraseña incorrectos!");
  await page.getByLabel("Contraseña", { exact: true }).fill("apples and pears");
  await page.keyboard.press("Enter");
  await toast(page, "Ha iniciado sesión.");
  await look(page, data, "¡Qué gusto verle de nuevo, Dolores Huerta!");
  await page.getByRole("button", { name: "Editar" }).click();
  await page.getByLabel("Código postal").fill("");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("group", { name: "Corrija los campos no válidos." })).toContainText(
    "El código postal es obligatorio o no es válido.",
  );
  await look(page, data, /Dolores Huerta/);
  await page.getByRole("button", { name: "Cancelar" }).click();

  await page.getByRole("link", { name: "Cambiar la contraseña" }).click();
  await page.getByLabel("Contraseña nueva", { exact: true }).fill("pears");
  await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
  await expect(page.getByRole("group", { name: "Corrija los campos no válidos." })).toContainText(
    "La contraseña actual es obligatoria.",
  );
  await look(page, data, "Cambiar la contraseña");

  await page.goto("/user/viewitem/5");
  await page.getByRole("button", { name: "Agregar al carrito" }).click();
  await expect(page.getByText("El material se agregó a su carrito.")).toBeVisible();
  await expectSpanish(page, data);
  await page.goto("/user/cartitems");
  await expect(page.getByText("Fresno, CA 93701")).toBeVisible();
  await page.getByRole("button", { name: /: uno menos$/ }).click();
  await expect(page.getByRole("alertdialog")).toContainText("de su carrito?");
  await expectSpanish(page, data);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("spinbutton", { name: /^Cantidad de/ }).fill("7");
  await page.keyboard.press("Enter");
  await toast(page, "La cantidad no puede ser mayor que cinco.");
  await page.getByRole("button", { name: "Términos y responsabilidades" }).click();
  await expect(page.getByRole("dialog")).toContainText("Calcule de 3 a 5 días hábiles para el envío.");
  await expectSpanish(page, data);
  await page.keyboard.press("Escape");
  await look(page, data, "Su carrito");
  await page.setViewportSize(narrow);
  await look(page, data, "Su carrito");
  await fitsThePhone(page);
  await page.getByRole("button", { name: "Continuar" }).click();
  await toast(page, "Pedido recibido.");
  await look(page, data, "¡Gracias por su pedido!");
  await fitsThePhone(page);

  const clerk = await clerkOf(library.address);
  await orderedOn(library.address, orderId, "2026-01-02");
  await clerk.tell("Order/UpdateOrder", {
    orderId,
    statusId: 3,
    trackingNumber: "1Z999AA10123456784",
    orderNote: "",
    shipDate: "2026-01-02",
    returnDate: "2026-02-01",
  });
  await page.getByRole("link", { name: "Sus pedidos" }).click();
  await expect(page.getByText(/días de retraso/)).toBeVisible();
  await look(page, data, "Sus pedidos");
  await fitsThePhone(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("1 feb 2026").first()).toBeVisible();
  await look(page, data, `Pedido n.º ${orderId}`);
  await page.setViewportSize(wide);
  await look(page, data, `Pedido n.º ${orderId}`);
  await page.goto("/admin/orderlist"); // English, but it leads back to a Spanish page
  await toast(page, "Se le llevó a la página de inicio: No tiene acceso a la página solicitada");
  await page.getByRole("button", { name: "Salir" }).click();
  await look(page, data, "Iniciar sesión");
});

test("the admin side stays English for readers of the Spanish site", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  await page.goto("/admin/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("group", { name: "Please correct the invalid fields." })).toBeVisible();
  await asClerk(page, "/admin/orderlist");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders");
  await expect(page.getByRole("link", { name: /Español|English/ })).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/news");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Noticias");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.getByRole("link", { name: "Administración" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the Spanish menu fits one line, however narrow the desktop", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  await page.goto("/user/home");
  const bar = page.getByRole("banner").locator("> div");
  for (const width of [960, 1000, 1050, 1072, 1080, 1151, 1152, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await bar.evaluate((element) =>
      [...element.children]
        .map((child) => child.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
    expect(Math.max(...tops) - Math.min(...tops), `at ${width} px`).toBeLessThan(4);
    await expectNoSidewaysScroll(page);
  }
});

test("a choice of Spanish never mixes the languages in the tab’s title", async ({ page }) => {
  await page.goto("/user/home");
  await page.evaluate(() => {
    const seen = new Set<string>([document.title]);
    Reflect.set(globalThis, "titlesSeen", seen);
    new MutationObserver(() => seen.add(document.title)).observe(document.head, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await page.route("**/api/Site/GetConfiguration?language=es", async (route) => {
    // what else is in Spanish is there before
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("speak-spanish")),
    );
    await route.continue();
  });
  await chooseSpanish(page);
  await expect(page).toHaveTitle(/Biblioteca de Préstamo de Educación para la Salud$/);
  const seen = await page.evaluate(() => {
    const titles: unknown = Reflect.get(globalThis, "titlesSeen");
    return titles instanceof Set ? titles.size : 0;
  });
  expect(seen, "the English title and the Spanish one").toBe(2);
});

test("the library’s Spanish name takes two lines, and three on a phone", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  await page.goto("/user/cartitems");
  const name = page.getByRole("banner").getByText("Biblioteca de Préstamo de Educación para la Salud");
  for (const [width, most] of [
    [390, 3],
    [480, 3],
    [600, 2],
    [960, 2],
    [1100, 2],
    [1280, 2],
    [1600, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await name.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines, `at ${width} px`).toBeLessThanOrEqual(most);
    await expectNoSidewaysScroll(page);
  }
});

test("readers of a Spanish address continue in Spanish until they choose English", async ({ page }) => {
  await page.goto("/user/inventories?category=1&lang=es");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nuestro catálogo");
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Encuéntrelo, pídalo prestado, enseñe con él");
  await page.goto("/user/inventories?category=1&lang=es");
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our Inventory");
  await page.reload();
  await expect(page).toHaveURL(/\/user\/inventories\?category=1$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our Inventory");
});

test.describe("a browser that prefers Spanish", () => {
  test.use({ locale: "es-MX" });

  test("gets it at once, with the Spanish texts once; an earlier choice takes precedence", async ({ page }) => {
    const texts: string[] = [];
    page.on("request", (request) => void (/spanish/.test(request.url()) && texts.push(request.url())));
    const data = await dataOf(page);
    const first = await (await page.goto("/user/home"))?.text();
    expect(first).toContain('<html lang="es">');
    expect(first).toContain("Encuéntrelo, pídalo prestado, enseñe con él");
    await look(page, data, "Encuéntrelo, pídalo prestado, enseñe con él");
    expect(texts).toHaveLength(1);
    await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    texts.splice(0);
    await page.goto("/user/inventories");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our Inventory");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page
      .getByRole("button", { name: /^Add to cart: / })
      .first()
      .click();
    await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();
    expect(texts, "Spanish texts that a reader of English loads").toEqual([]);
  });

  test("reads and chooses without a script too", async ({ someoneElse }) => {
    const page = await someoneElse({ javaScriptEnabled: false, locale: "es-MX" });
    await page.goto("/user/inventories/health?category=1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nuestro catálogo");
    await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
    await expect(page).toHaveURL(/\/user\/inventories\/health\?category=1$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our Inventory");
    await page.goto("/user/home");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});
