import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { orderAtDesk, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

for (const width of [1280, 390]) {
  test(`a wrong status is undone with one press, after saving and from the order, at ${width} px`, async ({
    page,
    library,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const sku = `UN${width}`;
    const { clerk, orderId, status } = await orderAtDesk(library.address, {
      title: `Not yet ${width}`,
      sku,
      quantity: 1,
    });
    await clerk.tell(`Order/CheckOutAll/${orderId}`);
    await clerk.enter(page);
    await page.goto(`/admin/editorder/${orderId}`);
    await page.getByRole("radio", { name: "Shipped" }).check();
    await page.getByRole("textbox", { name: "Tracking number (optional)" }).fill("1Z999AA10123456784");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(`Order #${orderId} was set to Shipped`)).toBeVisible();
    const undo = page.getByRole("button", { name: `Undo Shipped of order #${orderId}` });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await undo.click();
    await expect.poll(status).toBe("New");
    await expect(undo).toBeHidden();

    await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
    await page.goto(`/admin/orderdetails/${orderId}`);
    await expect(undo).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await undo.click();
    await expect(undo).toBeHidden();
    expect(await status()).toBe("New");
    expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ trackingNumber: "", shipDate: null });
  });

  test(`a copy that came back is put back on its order from its page, at ${width} px`, async ({ page, library }) => {
    await page.setViewportSize({ width, height: 844 });
    const sku = `UC${width}`;
    const lent = { title: `Not back ${width}`, sku, quantity: 2 };
    const { clerk, orderId, copy, status } = await parcelAtDesk(library.address, lent);
    for (const place of [0, 1]) await clerk.tell("Returns/CheckIn", { inventoryItemId: copy(place).inventoryItemId });
    expect(await status()).toBe("Returned");
    await clerk.enter(page);
    await page.goto(`/admin/orderdetails/${orderId}`);
    const undo = page.getByRole("button", { name: `Undo the return of #${sku} copy 2` });
    await expect(undo).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await undo.click();
    await expect(page.getByRole("button", { name: `Lost: #${sku} copy 2` })).toBeVisible();
    await expect(undo).toBeHidden();
    await expect(page.getByRole("button", { name: `Undo the return of #${sku} copy 1` })).toBeVisible();
    expect(await status()).toBe("Shipped");
  });
}

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
