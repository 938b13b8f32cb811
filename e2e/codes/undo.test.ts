import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { orderAtDesk, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("a wrong status is undone with one press, after saving and from the order, by pointer at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "UN390";
  const { clerk, orderId, status } = await orderAtDesk(library.address, {
    title: "Not yet 390",
    sku,
    quantity: 1,
  });
  await clerk.tell(`Order/CheckOutAll/${orderId}`);
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  // nothing was ever shipped, which is asked about
  await page.getByRole("radio", { name: "Returned" }).check();
  await save.click();
  await expect(page.getByRole("alertdialog")).toContainText("This order was never shipped.");
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).click();
  expect(await status()).toBe("New");
  await page.getByRole("radio", { name: "Shipped" }).check();
  const tracking = page.getByRole("textbox", { name: "Tracking number (optional)" });
  await tracking.fill("1Z999AA10123456784");
  await save.click();
  await expect(page.getByText(`Order #${orderId} was set to Shipped`)).toBeVisible();
  const undo = page.getByRole("button", { name: `Undo Shipped of order #${orderId}` });
  await undo.click();
  await expect.poll(status).toBe("New");
  await expect(undo).toBeHidden();

  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(undo).toBeHidden();
  expect(await status()).toBe("New");
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ trackingNumber: "", shipDate: null });
});

test("a copy that came back is put back on its order from its page, by pointer at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sku = "UC390";
  const lent = { title: "Not back 390", sku, quantity: 2 };
  const { clerk, orderId, copy, status } = await parcelAtDesk(library.address, lent);
  for (const place of [0, 1]) await clerk.tell("Returns/CheckIn", { inventoryItemId: copy(place).inventoryItemId });
  expect(await status()).toBe("Returned");
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  const undo = page.getByRole("button", { name: `Undo the return of #${sku} copy 2` });
  await expect(undo).toBeVisible();
  await undo.click();
  await expect(page.getByRole("button", { name: `Lost: #${sku} copy 2` })).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(page.getByRole("button", { name: `Undo the return of #${sku} copy 1` })).toBeVisible();
  expect(await status()).toBe("Shipped");
});

test("a status is not undone once somebody packs the order, and says so", async ({ page, library }) => {
  const { clerk, orderId, status } = await orderAtDesk(library.address, {
    title: "Packed",
    sku: "UNPACK",
    quantity: 1,
  });
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 2 });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  const undo = page.getByRole("button", { name: `Undo Processing of order #${orderId}` });
  await expect(undo).toBeVisible();
  const colleague = await clerkOf(library.address);
  await colleague.tell(`Order/CheckOutAll/${orderId}`);
  await undo.click();
  await expect(page.getByText("This order was changed since. Choose its status in its form instead.")).toBeVisible();
  await expect(undo).toBeHidden();
  expect(await status()).toBe("Processing");
});
