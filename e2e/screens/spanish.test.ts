import type { Page } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { orderedOn, placeOrder } from "#e2e/steps/orders.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import { type Data, dataOf, expectSpanish } from "./untranslated.ts";

/** Waits for a screen and checks that all of it is Spanish. */
async function look(page: Page, data: Data, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectSpanish(page, data);
}

test("a borrower logs in, orders, and manages an account in Spanish", async ({ page, library, context }) => {
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  const data = dataOf(page, "Fresno, CA 93701", "UPS");
  const orderId = await placeOrder(await newBorrower(library.address, "j.spanish"), [3]);
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
  await page.getByRole("button", { name: "Continuar" }).click();
  await toast(page, "Pedido recibido.");
  await look(page, data, "¡Gracias por su pedido!");

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
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("1 de febrero de 2026").first()).toBeVisible();
  await look(page, data, `Pedido núm. ${orderId}`);
  await page.goto("/admin/orderlist"); // English, but it leads back to a Spanish page
  await toast(page, "Se le llevó a la página de inicio: No tiene acceso a la página solicitada");
  await page.getByRole("button", { name: "Cerrar sesión" }).click();
  await look(page, data, "Iniciar sesión");
});
