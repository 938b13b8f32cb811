import type { Locator } from "@playwright/test";
import { dayAfter } from "#contract/site/business-days.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { newOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

/** A week of school, beyond what a usual loan of today takes. */
const monday = (() => {
  const far = dayAfter(new Date().toISOString().slice(0, 10), 120);
  return dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
})();
const friday = dayAfter(monday, 4);

test("where a copy comes back later an order for days is at risk, and planned with another copy once there is one, by keyboard at 390 px", async ({
  page,
  library,
}) => {
  const press = (wanted: Locator) => pressOn(page, wanted);
  await page.setViewportSize(narrow);
  const title = "Heliostat 390";
  const parcel = await newOrder(await clerkOf(library.address), { title, sku: "HS390", quantity: 1 });
  const clerk = await clerkOf(library.address);
  await clerk.tell(`Order/CheckOutAll/${parcel.orderId}`);
  await clerk.tell("Order/UpdateOrder/", { orderId: parcel.orderId, statusId: 3, returnDate: dayAfter(monday, -60) });
  const teacher = await newBorrower(library.address, "heliostat.390");
  const { data: cart } = await teacher.tell<{ data: string }>(
    `Cart/AddItemToCart/${parcel.itemId}/1/false?teachFrom=${monday}&teachTo=${friday}`,
  );
  const { id: orderId } = await teacher.tell<{ id: number }>(
    `Order/SaveOrder/0/${cart}?teachFrom=${monday}&teachTo=${friday}`,
  );
  const order = page.getByRole("region", { name: new RegExp(`^Order #${orderId}: Dolores Huerta`) });
  await clerk.enter(page);
  await page.goto("/admin/at-risk");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(order).toHaveCount(0);

  // its school asks to keep it until the end of those days
  await page.goto(`/admin/editorder/${parcel.orderId}`);
  await typeWith("keyboard", page, page.getByLabel(/^Return date/).and(page.locator("input")), friday);
  await press(page.getByRole("button", { name: "Save", exact: true }));
  await toast(page, "Order updated.");
  await page.goto("/admin/dashboard");
  await press(page.getByRole("link", { name: /Promised days at risk/ }));
  await expect(order).toContainText("Its copy is missing. What would help:");
  await expect(order).toContainText(/copy 1 is due back .+ from Kings River School: ask for it early\./);

  // one more copy, and the plan has moved to it
  await clerk.tell("Inventory/AddReferenceNumber", {
    ...(await clerk.ask<object>(`Inventory/Get/${parcel.itemId}`)),
    copies: 1,
  });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(order).toHaveCount(0);
  await teacher.enter(page);
  await page.goto(`/user/viewitem/${parcel.itemId}?teachFrom=${monday}&teachTo=${friday}`);
  await expect(page.getByText("Not free for your days")).toBeVisible();
});
