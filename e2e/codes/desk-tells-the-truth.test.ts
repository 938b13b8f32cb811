import { writeLabel } from "#contract/labels.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { chooseWith, scanByHand, typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("cards and scans say what is true after a condition and a loss, and a typed note is not lost, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const sku = "TT1280";
  const { orderId, itemId, copies } = await shippedOrder(clerk, { title: "Truth kit 1280", sku, quantity: 3 });
  const title = await clerk.ask<object>(`Inventory/Get/${itemId}`);
  await clerk.tell(`Inventory/UpdateInventory/${itemId}`, { ...title, replacementCost: "18.95" });
  const [first] = copies;
  if (!first) throw new Error("There is no copy.");
  await clerk.enter(page);
  await page.goto(`/admin/returns?order=${orderId}`);
  const cards = page.getByRole("region", { name: /^Checked in/ });
  await expect(page.getByRole("button", { name: "Check in all 3 copies" })).toBeVisible();
  await scanByHand(page, writeLabel(first));
  await expect(cards).toContainText("2 of 3 still out");

  // a note that is typed and not saved
  await chooseWith("keyboard", page, cards.getByRole("radio", { name: "Damaged" }));
  await expect(cards).toContainText("Set aside for inspection");
  await typeWith("keyboard", page, page.getByRole("textbox", { name: "What is wrong" }), "The cover is torn.");
  await pressOn(page, cards.getByRole("link", { name: "Inspection" }));
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toContainText(`The note about #${sku} copy 1 isn’t saved yet.`);
  await pressOn(page, question.getByRole("button", { name: "Stay here" }));
  await pressOn(page, page.getByRole("button", { name: "Save note" }));
  await expect(page.getByRole("button", { name: "Save note" })).toBeHidden();

  // what the damage costs is said before it is asked for
  const dialog = page.getByRole("dialog");
  await pressOn(page, cards.getByRole("button", { name: `Open a case: #${sku} copy 1` }));
  await expect(dialog.getByLabel(/^Cost/)).toHaveValue("18.95");
  await pressOn(page, dialog.getByRole("button", { name: "Cancel" }));

  // the loss of another copy, and its way back
  await pressOn(page, page.getByRole("button", { name: `Lost: #${sku} copy 2` }));
  await pressOn(page, dialog.getByRole("button", { name: "Declare lost" }));
  await toast(page, "Declared lost.");
  await expect(cards).toContainText("1 of 3 still out");
  await expectAccessible(page);
  await pressOn(page, page.getByRole("button", { name: `Undo the case of #${sku} copy 2` }));
  await expect(cards).toContainText("2 of 3 still out");
  await pressOn(page, page.getByRole("button", { name: `Lost: #${sku} copy 2` }));
  await pressOn(page, dialog.getByRole("button", { name: "Declare lost" }));
  await expect(cards).toContainText("1 of 3 still out");
  await page.reload();
  await expect(cards).toContainText("1 of 3 still out");
  await expect(cards.getByRole("textbox", { name: "What is wrong" })).toHaveValue("The cover is torn.");

  await pressOn(page, page.getByRole("button", { name: /Scans/ }).first());
  const scans = page.getByRole("region", { name: "Scans of this session" }).getByRole("listitem");
  await expect(scans.last()).toContainText(`#${sku} copy 1. Set aside for inspection.`);
});
