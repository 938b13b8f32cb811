import type { Page } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { asked, sent } from "#e2e/steps/stocking.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const tracking = (page: Page) => page.getByRole("textbox", { name: /^Tracking number/ });
const note = (page: Page) => page.getByRole("textbox", { name: /^Note/ });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("the later of two saves of an order is refused, and keeps what was typed or takes theirs", async ({ page }) => {
  await logIn(page, "admin", administrator.userName, administrator.password);
  const [order] = await asked<{ orderId: number; statusId: number }[]>(page, "Order/GetOrders?page=1&pageSize=1");
  const saveTheirs = (trackingNumber: string, orderNote: string) =>
    sent(page, "Order/UpdateOrder/", { ...order, trackingNumber, orderNote, shipDate: null, returnDate: null });
  await page.goto(`/admin/editorder/${order?.orderId}`);
  await tracking(page).fill("MINE");
  await saveTheirs("THEIRS", "Their note");
  await save(page).click();
  const told = page.getByRole("alert").filter({ hasText: /This order was changed by .+\. Reload to see it\./ });
  const keep = told.getByRole("button", { name: "Reload and keep what I typed" });
  await expect(keep).toBeFocused();
  await expectAccessible(page);
  await keep.click();
  await expect(note(page)).toHaveValue("Their note");
  await expect(tracking(page)).toHaveValue("MINE");

  await saveTheirs("THEIRS AGAIN", "Their other note");
  await save(page).click();
  await told.getByRole("button", { name: "Load their version" }).click();
  await expect(tracking(page)).toHaveValue("THEIRS AGAIN");
  await expect(note(page)).toHaveValue("Their other note");
  await note(page).fill("Mine on top of theirs");
  await save(page).click();
  await toast(page, "Order updated.");
});
