import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a borrower renews an order in Spanish and undoes it, by keyboard at 1280 px", async ({ page, library }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, {
    title: "Renewable 1280",
    sku: "RB1280",
    quantity: 1,
  });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, shipDate: inDays(-9), returnDate: inDays(20) });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  await expect(page.getByRole("heading", { name: "¿Lo necesita por más tiempo?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Renovar" })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Renovar" }));
  await toast(page, "Se renovó su pedido.");
  await expect(page.getByText("Lo renovó. Puede quedarse con todo hasta")).toBeVisible();
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(50) });

  await page.reload(); // Undo stays for two minutes
  const undo = page.getByRole("button", { name: "Deshacer" });
  await pressOn(page, undo);
  await toast(page, "Se deshizo la renovación. Vuelve a aplicar la fecha límite anterior.");
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(20) });
  await expect(page.getByRole("button", { name: "Renovar" })).toBeFocused();
});
