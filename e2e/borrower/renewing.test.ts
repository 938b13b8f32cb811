import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const inWords = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

test("a borrower renews an order once, in their language, by keyboard at 1280 px", async ({ page, library }) => {
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
  await expect(page.getByRole("heading", { name: "¿Lo necesita más tiempo?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Renovar" })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Renovar" }));
  await toast(page, "Se renovó su pedido.");
  await expect(page.getByText("Lo renovó. Puede quedarse con todo hasta")).toBeVisible();
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(50) });

  await page.reload(); // for two minutes, wherever they look
  const undo = page.getByRole("button", { name: "Deshacer" });
  await pressOn(page, undo);
  await toast(page, "Su pedido tiene la fecha límite de antes.");
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(20) });
  await expect(page.getByRole("button", { name: "Renovar" })).toBeFocused();
});

test("a clerk renews an order from its page, by pointer at 390 px", async ({ page, library }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const { orderId } = await shippedOrder(clerk, {
    title: "Renewed by staff 390",
    sku: "RS390",
    quantity: 1,
  });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, shipDate: inDays(-9), returnDate: inDays(20) });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await toast(page, `Order renewed, due ${inWords(inDays(50))}.`);
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(50) });

  const undo = page.getByRole("button", { name: "Undo the renewal" });
  await undo.click();
  await toast(page, "Renewal undone.");
  await expect(undo).toBeHidden();
  await expect(page.getByRole("button", { name: "Renew", exact: true })).toBeFocused();
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(20) });
});

test("a clerk renews one copy of an order by keyboard, and its own due day is beside it, at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const sku = "RC1280";
  const { orderId, borrower } = await shippedOrder(clerk, { title: "Renewed copy 1280", sku, quantity: 2 });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, shipDate: inDays(-9), returnDate: "2035-03-01" });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await page.getByRole("button", { name: `Renew: #${sku} copy 2` }).press("Enter");
  await toast(page, "Copy renewed, due Mar 31, 2035.");
  await expect(page.getByRole("listitem").filter({ hasText: `#${sku} copy 2` })).toContainText("Mar 31, 2035");
  await expect(page.getByRole("listitem").filter({ hasText: `#${sku} copy 1` })).not.toContainText("due");
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: "2035-03-01" });

  // what its borrower sees
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  const due = page.getByText("Fecha límite de devolución del ejemplar", { exact: false });
  await expect(due).toHaveText("Fecha límite de devolución del ejemplar 2");
  await expect(page.getByText("31 mar 2035")).toBeVisible();
});
