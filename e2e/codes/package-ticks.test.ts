import type { Page } from "@playwright/test";
import { pressOn } from "#e2e/steps/keyboard.ts";
import { packageAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const scans = (page: Page) => page.getByRole("region", { name: "Scans of this session" });
const showScans = (page: Page) => page.getByRole("button", { name: /^Scans/ }).click();

test("one press checks in the checked copies of a package, and a refused copy stops no other", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const sku = "TK1280";
  const { clerk, orderId, copy, status } = await packageAtDesk(library.address, {
    title: "Checked 1280",
    sku,
    quantity: 5,
  });
  await clerk.enter(page);
  await page.goto(`/admin/returns?order=${orderId}`);
  const box = (number: number) => page.getByRole("checkbox", { name: `Checked 1280, #${sku} copy ${number}` });
  const all = page.getByRole("checkbox", { name: "All 5 copies are here" });
  await expect(page.getByRole("button", { name: "Check in all 5 copies" })).toBeVisible();
  await expect(all).toBeChecked();
  for (const number of [2, 4]) {
    await pressOn(page, box(number), "Space");
  }
  await expect(all).not.toBeChecked();
  // another desk has checked in one of them
  await clerk.tell("Returns/CheckIn", { inventoryItemId: copy(2).inventoryItemId });
  await pressOn(page, page.getByRole("button", { name: "Check in 3 of 5 copies" }));
  await expect(page.getByRole("alert")).toContainText(
    `#${sku} copy 3: This copy isn’t checked out. It belongs on the shelf.`,
  );
  await expect(row(page, "2 of 5 still out")).toHaveCount(2);
  await expect(box(2)).not.toBeChecked();
  await expect(box(4)).not.toBeChecked();
  await expect(box(1)).toHaveCount(0);
  expect(await status()).toBe("Shipped");
  const none = page.getByRole("button", { name: "Check in 0 of 2 copies" });
  await expect(none).toBeDisabled();
  await page.getByRole("checkbox", { name: "All 2 copies are here" }).check();
  await pressOn(page, page.getByRole("button", { name: "Check in all 2 copies" }));
  await expect.poll(status).toBe("Returned");
  await expect(page.locator("body")).not.toBeFocused();

  // each is in the session's list, which survives a reload, and can be undone there
  await page.reload();
  await expect(row(page, "Everything is back.").first()).toBeVisible();
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveCount(4);
  await scans(page)
    .getByRole("button", { name: new RegExp(`^Undo: .*#${sku} copy 5`) })
    .press("Enter");
  await expect.poll(status).toBe("Shipped");
  await expect(scans(page).getByText(`Undone: #${sku} copy 5 is on loan again.`)).toBeVisible();
  await page.reload();
  await showScans(page);
  await expect(scans(page).getByText("Undone.", { exact: true })).toHaveCount(1);
});
