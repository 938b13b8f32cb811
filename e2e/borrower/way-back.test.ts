import type { Locator } from "@playwright/test";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressWith } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, onBothScreens } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const parcels = "1 Parcel Street\nFresno, CA 93701";

/** Says where parcels go back to; returns how to take it back. */
async function withPostalAddress(clerk: Caller): Promise<() => Promise<unknown>> {
  type Editable = { content: { contact: object }; revisions: { contact?: { version: number } } };
  const { content, revisions } = await clerk.ask<Editable>("Site/GetEditableContent");
  const version = revisions.contact?.version ?? 0;
  const save = (postalAddress: string, version: number) =>
    clerk.tell("Site/SaveSection", { section: "contact", version, content: { ...content.contact, postalAddress } });
  await save(parcels, version);
  return () => save("", version + 1);
}

for (const { width, hand } of [
  { width: 1280, hand: "pointer" },
  { width: 390, hand: "pointer" },
  { width: 1280, hand: "keyboard" },
] as const) {
  test(`a borrower sees what is due after logging in, sends it back, and says so, at ${width} px by ${hand}`, async ({
    page,
    library,
  }) => {
    const press = (wanted: Locator) => pressWith(hand, page, wanted);
    await page.setViewportSize({ width, height: 844 });
    const clerk = await clerkOf(library.address);
    const lent = {
      title: `Way back ${width} ${hand}`,
      sku: hand === "keyboard" ? "WBKEYS" : `WB${width}`,
      quantity: 2,
    };
    const { orderId, borrower } = await shippedOrder(clerk, lent);
    await borrower.enter(page);
    const { userId } = JSON.parse(borrower.kept.currentUser);
    await page.goto(`/user/account/${userId}`);
    await expect(page.getByRole("heading", { name: "With you or on its way to you" })).toBeVisible();
    await expect(page.getByText(lent.title)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await press(page.getByRole("link", { name: `Order #${orderId}` }));
    await expect(page.getByRole("heading", { name: "How to return it" })).toBeVisible();
    await expectAccessible(page);

    await press(page.getByRole("button", { name: "I sent it back" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tracking number").fill("9400100000000000000000");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await toast(page, "Thank you. We’ll watch for your package.");
    await expect(page.getByText("You told us that it’s on its way back")).toBeVisible();

    await press(page.getByRole("button", { name: "Something is missing or damaged" }));
    await expect(dialog.getByRole("textbox")).toBeFocused();
    await page.keyboard.type("The DVD is missing");
    await press(dialog.getByRole("button", { name: "Tell the library" }));
    await toast(page, "Thank you. The library will read it.");
    await expect(page.getByText("The DVD is missing")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await clerk.enter(page);
    await page.goto("/admin/dashboard");
    await page.getByRole("link", { name: "Reported problems" }).click();
    await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
    await expect(page.getByText("The borrower says it is on its way back")).toBeVisible();
    await expect(page.getByText("The DVD is missing")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "We’ve seen to it" }).press("Enter");
    await expect(page.getByText("The DVD is missing (seen to)")).toBeVisible();
    await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/orderlist?status=reported");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: `Order #${orderId}`, exact: true })).toHaveCount(0);
  });
}

test("the order and the footer say where parcels go back to, once staff have said it", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: "Address", sku: "WBADDR", quantity: 1 });
  await borrower.enter(page);
  const takeBack = await withPostalAddress(clerk);
  try {
    await onBothScreens(page, async () => {
      await page.goto(`/user/vieworder/${orderId}`);
      await expect(page.getByText("Send it to")).toBeVisible();
      await expect(page.locator("main address").filter({ hasText: "1 Parcel Street" })).toBeVisible();
      await expect(page.getByRole("contentinfo").getByText("1 Parcel Street, Fresno, CA 93701")).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
  } finally {
    await takeBack();
  }
  await page.reload();
  await expect(page.getByText("The address on the packing slip that came with it")).toBeVisible();
});

test("a return slip has the order's code, the library's address, and what must be in the package", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: "Slip of a kit", sku: "WBSLIP", quantity: 1 });
  await borrower.enter(page);
  await page.addInitScript(() => (window.print = () => document.documentElement.toggleAttribute("data-printed", true)));
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  await page.getByRole("button", { name: "Imprimir una hoja de devolución" }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: `Hoja de devolución del pedido n.º ${orderId}` })).toBeVisible();
  await expect(page.getByRole("img", { name: `Pedido n.º ${orderId}` })).toBeVisible();
  await expect(page.getByText("Slip of a kit")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ya lo envié de regreso" })).toBeHidden();
});

test("a confirmation says what was mailed and for how long, and of an older order only what it is now", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: "Confirmed", sku: "WBCONF", quantity: 1 });
  await borrower.enter(page);
  await page.goto(`/user/confirmation/${orderId}`);
  await expect(page.getByText("This is the confirmation of an earlier order.")).toBeVisible();
  await expect(page.getByText("in the queue")).toBeHidden();
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 1, shipDate: null, returnDate: null });
  await page.reload();
  await expect(page.getByText("Your order is placed and in the queue.")).toBeVisible();
  await expect(page.getByText(/^We’re emailing what you ordered to .+@/)).toBeVisible();
  await expect(page.getByText("You can keep everything for 30 days from the day it ships.")).toBeVisible();
});

for (const width of [1280, 390]) {
  test(`an order that came back is ordered again in two presses, as far as there is stock, at ${width} px`, async ({
    page,
    library,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const clerk = await clerkOf(library.address);
    const sku = `OA${width}`;
    const { orderId, borrower } = await shippedOrder(clerk, { title: `Again ${width}`, sku, quantity: 2 });
    await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 4 });
    await borrower.enter(page);
    await page.goto(`/user/vieworder/${orderId}`);
    await expect(page.getByText("Came back")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Order again" }).click();
    await toast(page, "Everything is in your cart again.");
    await expect(page).toHaveURL("/user/cartitems");
    await expect(page.getByRole("spinbutton", { name: /^(Quantity|Cantidad)/ })).toHaveValue("2");
  });
}

test("what is not in stock any more is named when an order is ordered again, and the rest is in the cart", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { orderId, itemId, borrower } = await shippedOrder(clerk, { title: "Scarce", sku: "OASHRT", quantity: 2 });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 4 });
  const other = await newBorrower(library.address, "oa.other");
  const { data: cart } = await other.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/1/false`);
  await other.tell(`Order/SaveOrder/0/${cart}`);
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  await page.getByRole("button", { name: "Pedir otra vez" }).press("Enter");
  await expect(page.getByText("No todo está disponible")).toBeVisible();
  await expect(page.getByText("solo 1 en su carrito")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ir a su carrito" }).click();
  await expect(page.getByRole("spinbutton", { name: /^(Quantity|Cantidad)/ })).toHaveValue("1");
});
