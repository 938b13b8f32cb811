import type { Locator, Page } from "@playwright/test";
import { stock } from "#e2e/steps/as-clerk.ts";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { placeOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import { aPhoto } from "#e2e/steps/files.ts";

/** Returns the days since a day, in the library's time zone. */
function daysSince(day: string): number {
  const now = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format();
  return Math.round((Date.parse(now) - Date.parse(day)) / 86_400_000);
}

test("a borrower sees what is due, reports that it arrived, and mails it back, by keyboard", async ({
  page,
  library,
}) => {
  const press = (target: Locator) => pressOn(page, target);
  const item = { title: "Way back", sku: "WBKEYS", quantity: 2 };
  const { clerk, orderId, borrower } = await shippedOrder(library.address, item);
  const tracking = "1Z999AA10123456784";
  const due = { statusId: 3, shipDate: "2026-01-02", trackingNumber: tracking };
  await clerk.tell("Order/UpdateOrder/", { orderId, ...due, returnDate: "2030-01-15" });
  await borrower.enter(page);
  const toMailBack = "Mail it back by Jan 8, 2030 so that it reaches us by Jan 15, 2030.";
  for (const list of ["account", "orderlist"]) {
    await page.goto(`/user/${list}/${borrower.userId}`);
    await expect(page.getByRole("listitem").filter({ hasText: item.title })).toContainText(toMailBack);
    await expect(page.getByText("2030")).toHaveCount(1);
  }
  await clerk.tell("Order/UpdateOrder/", { orderId, ...due, returnDate: "2026-01-15" });
  const { id: otherId } = await stock(clerk, { title: "Also ordered", sku: "WOKEYS" });
  await placeOrder(borrower, [otherId]);
  await page.goto(`/user/account/${borrower.userId}`);
  await expect(page.getByRole("main").getByRole("heading")).toHaveText([
    "Welcome back Dolores Huerta!",
    "Current loans",
    "On loan or on the way",
    "Being prepared",
    "View Order History",
    "Personal information",
    "Your logins",
  ]);
  const loan = page.getByRole("listitem").filter({ hasText: item.title });
  await expect(loan).toContainText(`Due back Jan 15, 2026 · ${daysSince("2026-01-15")} days overdue`);
  await expect(loan).toContainText(`Tracking number ${tracking}`);
  await expect(loan.getByRole("link", { name: /^Track with UPS/ })).toHaveAttribute("href", new RegExp(`${tracking}$`));
  await press(page.getByRole("link", { name: `Order #${orderId}` }));
  await expect(page.getByRole("heading", { name: "How to return it" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Order details" })).toContainText(/Due back\s*Jan 15, 2026/);
  await expect(page.getByText("Mail it back by")).toHaveCount(0); // that day has passed
  const how = "Put everything in one package, insure it, and use a carrier that tracks it. Keep the receipt.";
  await expect(page.getByText(how)).toBeVisible();

  const dialog = page.getByRole("dialog");
  await press(page.getByRole("button", { name: "It arrived" }));
  await dialog.locator("input").fill("2026-01-01"); // before it shipped
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(dialog.getByText("Choose a date between the ship date and today.").first()).toBeVisible();
  await dialog.locator("input").fill("2026-01-08");
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(page.getByRole("region", { name: "Order details" })).toContainText("Jan 8, 2026");
  await expect(page.getByRole("button", { name: "Change the arrival date" })).toBeFocused();

  await press(page.getByRole("button", { name: "I sent it back" }));
  await dialog.getByLabel("Tracking number").fill("9400100000000000000000");
  await page.keyboard.press("Enter");
  await toast(page, "Thank you. We’ll watch for your package.");
  await expect(page.getByText("You told us it’s on its way back")).toBeVisible();
  await expect(page.getByText("This order is overdue")).toHaveCount(0);
  await expect(page.getByText("Mailed back", { exact: true })).toBeVisible();

  await page.goto(`/user/account/${borrower.userId}`);
  const onItsWay = page.getByRole("main").locator("section").filter({ hasText: "On its way back" }).last();
  await expect(onItsWay.getByRole("listitem")).toContainText("Due back Jan 15, 2026 · You mailed it back");
  await expect(page.getByRole("main")).not.toContainText("overdue");

  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("Arrived", { exact: true })).toBeVisible();
  await expect(page.getByText("Jan 8, 2026").first()).toBeVisible();
  await expect(page.getByText("The borrower says it’s on its way back")).toBeVisible();
});

test("a borrower orders a returned order again in two presses", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const { clerk, orderId, borrower } = await shippedOrder(library.address, {
    title: "Again",
    sku: "OA101",
    quantity: 2,
  });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 4 });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("Returned on")).toBeVisible();
  await page.getByRole("button", { name: "Order again" }).click();
  await toast(page, "Everything is back in your cart.");
  await expect(page).toHaveURL("/user/cartitems");
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("2");
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a borrower renews an order in Spanish and undoes it, by keyboard", async ({ page, library }) => {
  const item = { title: "Renewable", sku: "RB102", quantity: 1 };
  const { clerk, orderId, borrower } = await shippedOrder(library.address, item);
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, shipDate: inDays(-9), returnDate: inDays(20) });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  await expect(page.getByRole("heading", { name: "¿Lo necesita por más tiempo?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Renovar" })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Renovar" }));
  await toast(page, "Se renovó su pedido.");
  await expect(
    page.getByText(/^Ya lo renovó\. Envíelo de regreso a más tardar el .+ para que nos llegue a más tardar el /),
  ).toBeVisible();
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(50) });

  await page.reload(); // Undo stays for two minutes
  const undo = page.getByRole("button", { name: "Deshacer" });
  await pressOn(page, undo);
  await toast(page, "Se deshizo la renovación. Vuelve a aplicar la fecha límite anterior.");
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ returnDate: inDays(20) });
  await expect(page.getByRole("button", { name: "Renovar" })).toBeFocused();
});

/** Opens a photo and checks the large version. */
async function expectLarge(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).press("Enter");
  const large = page.getByRole("dialog", { name }).locator("img");
  await expect(large).toBeVisible();
  expect(await large.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1200);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name })).toBeFocused();
}

test("a borrower reports damage with photos, and staff see them on the order and its claim", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const item = { title: "Photo set", sku: "PB101", quantity: 1 };
  const { clerk, orderId, borrower, loans } = await shippedOrder(library.address, item);
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  const dialog = page.getByRole("dialog");
  const picker = dialog.locator("input[type=file]");
  const photo = await aPhoto();

  await page.getByRole("button", { name: "Something is missing or damaged" }).press("Enter");
  await page.keyboard.type("Page 12 is torn");
  for (let n = 1; n <= 2; n += 1) {
    await picker.setInputFiles(photo);
    await expect(dialog.getByRole("img", { name: `Photo ${n}` })).toBeVisible();
  }
  // a reload loses nothing
  await page.reload();
  await expect(dialog.getByLabel("What happened")).toHaveValue("Page 12 is torn");
  await expect(dialog.getByRole("img", { name: "Photo 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Tell the library" }).click();
  await toast(page, "Thank you. We’ll look into it.");
  await expectLarge(page, "Photo 2");

  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Answer reported problems" }).click();
  await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
  await expectLarge(page, "Photo 2 of the borrower’s report 1");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Page 12 is torn")).toBeVisible();
  await expect(page.getByRole("img", { name: "Photo 2 of the borrower’s report 1" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Mark resolved" }).press("Enter");
  await expect(page.getByText("Page 12 is torn (resolved)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  await page.goto("/admin/problems");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: `Order #${orderId}`, exact: true })).toHaveCount(0);
  const [loan] = await loans();
  const body = { orderInventoryItemId: loan, kind: "lost", cost: "5" };
  const { data } = await clerk.tell<{ data: { claimId: number } }>("Claims/Open", body);
  await page.goto(`/admin/claims/${data.claimId}`);
  await expect(page.getByRole("heading", { name: "Reported by the borrower" })).toBeVisible();
  await expectLarge(page, "Photo 1 of the borrower’s report 1");
});
