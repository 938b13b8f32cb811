import { orderAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

test("a wrong status is undone with one press, after saving and from the order", async ({ page, library }) => {
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
