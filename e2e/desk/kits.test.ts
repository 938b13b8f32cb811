import { writeLabel } from "#contract/catalog/label-code.ts";
import { scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { newOrder, orderedOn } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

test("a kit ships with its parts, and comes back without some", async ({ page, context, library }) => {
  await page.setViewportSize(narrow);
  const sku = "KT101";
  const order = { title: "Tooth kit", sku, quantity: 1 };
  const { clerk, orderId, itemId, copy } = await newOrder(library.address, order);
  await clerk.enter(page);

  // the title's form, by keyboard
  await page.goto(`/admin/item/${itemId}`);
  await page.locator("summary", { hasText: "More details" }).press("Enter");
  await tabTo(page, "button", "Add part");
  for (const [name, count, cost] of [
    ["cards", "30", "0.5"],
    ["map", "1", ""],
    ["DVD", "1", "$24.5"],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name" }).last()).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(count);
    await page.keyboard.press("Tab");
    await page.keyboard.type(cost);
    await tabTo(page, "button", "Add part");
  }
  await page.getByRole("button", { name: "Remove Part 2" }).click();
  await page.getByRole("button", { name: "Move Part 2 up" }).click();
  await page.getByRole("textbox", { name: "How many" }).last().fill("none");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("group", { name: "Please correct the invalid fields." })).toContainText(
    "Each part needs a count from 1 to 999",
  );
  await page.getByRole("textbox", { name: "How many" }).last().fill("30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Item Updated.");
  await expect(page.getByRole("textbox", { name: "Cost each" }).first()).toHaveValue("24.50");

  // the borrowers' page
  await context.addCookies([{ name: "language", value: "es", url: library.address }]);
  await page.goto(`/user/viewitem/${itemId}`);
  await expect(page.getByText("Partes", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^30 cards$/ })).toBeVisible();
  await context.addCookies([{ name: "language", value: "en", url: library.address }]);

  // packing
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("button", { name: /^Check-out/ }).click();
  const parts = page.getByRole("group", { name: `Parts of #${sku} copy 1` });
  await expect(parts).toContainText("2 parts to pack");
  await parts.getByRole("checkbox", { name: "1 DVD" }).check();
  await expect(parts).toContainText("1 part to pack");
  await page.getByRole("radio", { name: "Shipped" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 part isn’t checked as packed.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await parts.getByRole("checkbox", { name: "30 cards" }).check();
  await expect(parts).toContainText("All parts packed");
  await orderedOn(library.address, orderId, "2026-01-02");
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-01-15", shipDate: "2026-01-02" });

  // the return
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(1)));
  await page.getByRole("radio", { name: "Parts missing" }).check();
  const missingParts = page.getByRole("group", { name: "Which parts are missing?" });
  const saveResponse = page.waitForResponse((answer) => answer.request().postData()?.includes("30 cards") ?? false);
  await missingParts.getByRole("checkbox", { name: "30 cards" }).press("Space");
  await saveResponse;
  const cards = missingParts.getByRole("spinbutton", { name: "How many are missing: 30 cards" });
  await cards.fill("31");
  await page.keyboard.press("Enter");
  await expect(cards).toHaveAccessibleDescription("Enter a number from 1 to 30.");
  await expect(cards).toHaveValue("30");
  await cards.fill("3");
  await page.keyboard.press("Enter");
  await expect(cards).toHaveAccessibleDescription("");
  await missingParts.getByRole("checkbox", { name: "1 DVD" }).check();
  await expect(cards).toHaveValue("3");
  await page.getByRole("button", { name: `Open a claim: #${sku} copy 1` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/^Cost/)).toHaveValue("26.00");
  await dialog.getByRole("button", { name: "Open the claim" }).click();
  await page.getByRole("link", { name: /^Claim #\d+$/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "3 cards, $1.50" })).toBeVisible();
  await page.getByRole("link", { name: "Letter to the borrower" }).click();
  await expect(page.getByRole("article")).toContainText("(parts missing: 1 DVD $24.50, 3 cards $1.50)");
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("$26.00");

  // at inspection
  await page.goto("/admin/problems/inspection");
  const row = page.getByRole("row").filter({ hasText: `#${sku} copy 1` });
  await expect(row).toContainText("parts missing: 1 DVD, 3 cards");
});
