import type { Page } from "@playwright/test";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { pressOn, scanByHand, tabOnTo } from "#e2e/steps/keyboard.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { placeOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { expectNoSidewaysScroll, narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

/** A package on the page, by the words of its headline. */
const packageOf = (page: Page, words: string | RegExp) => page.getByRole("region", { name: words });

test("staff check in a package by scanning, and undo a wrong scan with one click", async ({ page, library }) => {
  const title = "Anatomy kit";
  const { clerk, orderId, copy, status } = await shippedOrder(library.address, { title, sku: "RT102", quantity: 2 });
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Returns", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();

  await scanByHand(page, writeLabel(copy(1)));
  await expect(packageOf(page, `Order #${orderId}, Dolores Huerta: 1 of 2 still out`)).toBeVisible();
  await expect(row(page, title)).toContainText("Back on the shelf");
  await expect(row(page, title)).toContainText(/\d+ days late/);
  // the next scan goes into the focused field
  await page.getByRole("textbox", { name: "Copy or order" }).focus();
  await scanByHand(page, writeLabel(copy(2)));
  await expect(packageOf(page, "everything is back").getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Copy or order" })).toHaveValue("");
  await expect.poll(status).toBe("Returned");

  await scanByHand(page, writeLabel(copy(2)));
  await expect(page.getByRole("alert")).toContainText("#RT102 copy 2: You already checked in this copy.");

  await pressOn(page, page.getByRole("button", { name: "Undo #RT102 copy 2" }));
  await expect(row(page, title)).toHaveCount(1);
  await expect(packageOf(page, "1 of 2 still out")).toBeVisible();
  await expect.poll(status).toBe("Shipped");

  await tabOnTo(page, row(page, title).getByRole("radio", { name: "Good" }));
  for (let condition = 0; condition < 3; condition += 1) await page.keyboard.press("ArrowRight");
  await expect(row(page, title).getByRole("radio", { name: "Damaged" })).toBeChecked();
  await expect(row(page, title)).toContainText("Send to inspection");
  await expect(row(page, title).getByRole("radio", { name: "Damaged" })).toBeFocused();
  await tabOnTo(page, page.getByRole("textbox", { name: "What’s wrong" }));
  await page.keyboard.type("The skull is cracked.");
  // one-key shortcuts work anywhere, and changing the condition keeps the note
  for (const [key, condition] of [
    ["w", "Worn"],
    ["p", "Parts missing"],
  ] as const) {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press(key);
    await expect(row(page, title).getByRole("radio", { name: condition })).toBeChecked();
  }
  await row(page, title).getByRole("radio", { name: "Good" }).check();
  await expect(row(page, title)).toContainText("Back on the shelf");
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("The skull is cracked.");
  await row(page, title).getByRole("radio", { name: "Damaged" }).check();
  await expect(row(page, title)).toContainText("Send to inspection");
  await pressOn(page, page.getByRole("button", { name: "Save note" }));
  await expect(page.getByRole("button", { name: "Save note" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "What’s wrong" })).toHaveValue("The skull is cracked.");
});

test("scanning the carrier's label of a returned package opens its order, and the copy is checked in", async ({
  page,
  library,
}) => {
  const item = { title: "FedEx set", sku: "CLF1", quantity: 1 };
  const { clerk, orderId, status } = await shippedOrder(library.address, item);
  const scan = "1071804952390002087800925989385163";
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByLabel(/^Tracking number/).fill(scan);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orderlist/);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("925989385163", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Track with FedEx" })).toHaveAttribute("href", /=925989385163$/);
  // from any page, and without a field
  await scanByHand(page, `]C1${scan}`);
  await expect(page).toHaveURL(`/admin/returns?order=${orderId}`);
  await page.getByRole("button", { name: "Check in #CLF1 copy 1" }).click();
  await expect(packageOf(page, "everything is back")).toBeVisible();
  await expect.poll(status).toBe("Returned");
});

test("a damaged copy goes to inspection, to repair, and back to its shelf, by keyboard", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const [sku, title] = ["IN101", "Inspected kit"];
  const { clerk, copy } = await shippedOrder(library.address, { title, sku, quantity: 1 });
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(1)));
  await page.getByRole("radio", { name: "Damaged" }).check();
  await expect(page.getByText("Send to inspection", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Inspection", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Problems" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `#${sku} copy 1` });
  await expect(row).toContainText("damaged");
  await expect(row).toContainText("Kings River School");

  await page.getByRole("button", { name: `Send to repair: #${sku} copy 1` }).press("Enter");
  await expect(page.getByText(`#${sku} copy 1 is in repair.`)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: `Undo: #${sku} copy 1` }).press("Enter");
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: `Send to repair: #${sku} copy 1` }).press("Enter");
  await expect(row).toBeHidden();

  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: /^Inspect \d/ }).press("Enter");
  await page.getByLabel("Status").selectOption("In repair");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(page).toHaveURL(/state=repair/);
  await page.getByRole("button", { name: `Return to shelf: #${sku} copy 1` }).press("Enter");
  await expect(page.getByText(`#${sku} copy 1 is back on its shelf`)).toBeVisible();
  await expect(row).toBeHidden();
  const { isAvailable } = await clerk.ask<{ isAvailable: boolean }>(
    `Inventory/GetInventoryItemById/${copy(1).inventoryItemId}`,
  );
  expect(isAvailable).toBe(true);
});

const scans = (page: Page) => page.getByRole("region", { name: "Scans of this session" });
const showScans = (page: Page) => page.getByRole("button", { name: /^Scans/ }).click();

test("scanning a packing slip opens its package, and one press checks in its checked copies, though one is refused", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const sku = "TK102";
  const item = { title: "Checked kit", sku, quantity: 5 };
  const { clerk, orderId, copy, status } = await shippedOrder(library.address, item);
  await clerk.enter(page);
  await page.goto("/admin/activity-log");
  await page.getByRole("searchbox", { name: "Search the activity log" }).focus();
  await scanByHand(page, writeSlip(orderId));
  await expect(page).toHaveURL(`/admin/returns?order=${orderId}`);
  const box = (number: number) => page.getByRole("checkbox", { name: `Checked kit, #${sku} copy ${number}` });
  const all = page.getByRole("checkbox", { name: "All 5 copies are here" });
  await expect(page.getByRole("button", { name: "Check in all 5 copies" })).toBeVisible();
  await expect(all).toBeChecked();
  for (const number of [2, 4]) await box(number).uncheck();
  await expect(all).not.toBeChecked();
  // another desk has checked in one of them
  await clerk.tell("Returns/CheckIn", copy(3));
  await page.getByRole("button", { name: "Check in 3 of 5 copies" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `#${sku} copy 3: This copy isn’t checked out. It belongs on the shelf.`,
  );
  await expect(packageOf(page, "2 of 5 still out").getByRole("button", { name: /^Undo/ })).toHaveCount(2);
  await expect(box(2)).not.toBeChecked();
  await expect(box(4)).not.toBeChecked();
  await expect(box(1)).toHaveCount(0);
  expect(await status()).toBe("Shipped");
  await expect(page.getByRole("button", { name: "Check in 0 of 2 copies" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "All 2 copies are here" }).check();
  await page.getByRole("button", { name: "Check in all 2 copies" }).click();
  await expect.poll(status).toBe("Returned");
  await expect(page.locator("body")).not.toBeFocused();

  // each is in the session's list, which survives a reload, and can be undone there
  await page.reload();
  await expect(packageOf(page, "everything is back")).toBeVisible();
  await showScans(page);
  await expect(scans(page).getByRole("listitem")).toHaveCount(5); // the slip, too
  await scans(page)
    .getByRole("button", { name: new RegExp(`^Undo: .*#${sku} copy 5`) })
    .click();
  await expect.poll(status).toBe("Shipped");
  await expect(scans(page).getByText(`Undone: #${sku} copy 5 is on loan again.`)).toBeVisible();
  await page.reload();
  await showScans(page);
  await expect(scans(page).getByText("Undone.", { exact: true })).toHaveCount(1);
});

test("the wrong copy of the right title is swapped and checked in with one press", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const sku = "SW101";
  const item = { title: "Kit", sku, quantity: 1, inStock: 2 };
  const { clerk, orderId, copy, status } = await shippedOrder(library.address, item);
  await clerk.enter(page);
  await page.goto("/admin/returns");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(page, writeLabel(copy(2)));
  await expect(page.getByRole("alert")).toContainText("This copy isn’t checked out. It belongs on the shelf.");
  await page.getByRole("button", { name: `Swap and check in: sent instead of #${sku} copy 1` }).press("Enter");
  await expect(packageOf(page, "everything is back")).toContainText(`#${sku} copy 2`);
  await expect(page.getByText(`Order #${orderId} had #${sku} copy 2. #${sku} copy 1 is on the shelf.`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0); // the refusal is gone
  await expect.poll(status).toBe("Returned");
  // one Undo reverts both
  await page.getByRole("button", { name: `Undo #${sku} copy 2`, exact: true }).press("Enter");
  await expect(page.getByText("Nothing checked in yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo the swap/ })).toHaveCount(0);
  expect(await status()).toBe("Shipped");
  // the same on the order's page
  await page.goto(`/admin/editorder/${orderId}`);
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 1`);
  await scanByHand(page, writeLabel(copy(2)));
  await page.getByRole("button", { name: `Swap with #${sku} copy 1` }).click();
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 2`);
  await expect(page.getByRole("row", { name: new RegExp(`#${sku} copy 2`) })).toContainText("on the shelf");
  await page.getByRole("button", { name: `Undo the swap of #${sku} copy 2` }).press("Enter");
  await expect(page.getByRole("list", { name: "Copies checked out" })).toContainText(`#${sku} copy 1`);
});

test("a clerk who marks an order Returned too early checks its copy in at Returns instead", async ({
  page,
  library,
}) => {
  const { clerk, orderId, status } = await shippedOrder(library.address, {
    title: "One atlas",
    sku: "RT1",
    quantity: 1,
  });
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("radio", { name: "Returned" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "1 copy is still out. Is it here?" });
  await expect(question.locator("button:not([aria-label])")).toHaveText([
    "Cancel",
    "It’s here",
    "Check it in at Returns",
  ]);
  await question.getByRole("button", { name: "Check it in at Returns" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/returns\\?order=${orderId}$`));
  await page.getByRole("button", { name: "Check in #RT1 copy 1" }).click();
  await expect(packageOf(page, "everything is back")).toBeVisible();
  await expect.poll(status).toBe("Returned");
});

test("fifteen packages fit on two screens, with the newest copy as a card and one button for the rest of a package", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const borrower = await newBorrower(library.address, "reader-fifteen", { borrowerName: "Ynés Mexía" });
  // packages of one, two, and three copies
  const titles = await Promise.all(
    [1, 2, 3].map((number) => stock(clerk, { title: `Growing up healthy, part ${number}`, sku: `FP${number}` }, 15)),
  );
  const orders: number[] = [];
  for (let place = 0; place < 15; place += 1) {
    const orderId = await placeOrder(
      borrower,
      titles.slice(0, 1 + (place % 3)).map(({ id }) => id),
    );
    await clerk.tell(`Order/CheckOutAll/${orderId}`);
    await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
    orders.push(orderId);
  }
  await clerk.enter(page);
  await page.goto("/admin/returns");
  const field = page.getByRole("textbox", { name: "Copy or order" });
  for (const orderId of orders.slice(0, -1)) {
    await field.fill(`order ${orderId}`);
    await field.press("Enter");
    await packageOf(page, `Order #${orderId},`)
      .getByRole("button", { name: /^Check in (?:all|the copy)/ })
      .click();
    await expect(packageOf(page, `Order #${orderId}, Ynés Mexía: everything is back`)).toBeVisible();
  }
  // the last package by its first label
  const lastOrder = orders.at(-1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await scanByHand(page, writeLabel(titles[0]?.copies[14] ?? { inventoryItemId: 0, skuNumber: "" }));
  const last = packageOf(page, `Order #${lastOrder}, Ynés Mexía: 2 of 3 still out`);
  await expect(last.getByRole("radio", { name: "Damaged" })).toBeVisible();
  const lowest = packageOf(page, `Order #${orders[0]},`); // the first one that came
  const bottom = await lowest.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  expect(bottom).toBeLessThanOrEqual(2 * wide.height);
  await expect(page.getByRole("group", { name: "Condition" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Check in all/ })).toHaveCount(1);

  await last.getByRole("button", { name: `Check in all of order #${lastOrder}` }).click();
  const back = packageOf(page, `Order #${lastOrder}, Ynés Mexía: everything is back`);
  await expect(back.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("group", { name: "Condition" })).toHaveCount(1);
  // an earlier copy opens for its condition, and stays open with an unsaved note when the next copy comes
  await back.getByRole("button", { name: /#FP1 copy 15$/, expanded: false }).click();
  const earlier = page.getByRole("listitem").filter({ hasText: "#FP1 copy 15" });
  await earlier.getByRole("radio", { name: "Damaged" }).check();
  await expect(earlier).toContainText("Send to inspection");
  await earlier.getByRole("textbox", { name: "What’s wrong" }).fill("Page 3 is torn");
  await back.getByRole("button", { name: /^Undo #FP3 / }).click();
  await expect(packageOf(page, `Order #${lastOrder}, Ynés Mexía: 1 of 3 still out`)).toBeVisible();
  await expect(earlier.getByRole("textbox", { name: "What’s wrong" })).toHaveValue("Page 3 is torn");
  await earlier.getByRole("button", { name: "Save note" }).click();
  await earlier.getByRole("button", { name: /#FP1 copy 15$/, expanded: true }).click();
  await expect(earlier).toContainText("Damaged");
  await expect(earlier.getByRole("radio")).toHaveCount(0);
});

test("the keys for a condition are named only where there are keys", async ({ library, someoneElse }) => {
  const order = { title: "Keyless kit: naming emotions on a phone, preschool to grade 2", sku: "KL102", quantity: 2 };
  const { clerk, orderId, copy } = await shippedOrder(library.address, order);
  const phone = await someoneElse({ viewport: narrow, isMobile: true, hasTouch: true });
  await clerk.enter(phone);
  await phone.goto("/admin/returns");
  const field = phone.getByRole("textbox", { name: "Copy or order" });
  await field.fill(`${copy(1).skuNumber} copy 1`);
  await field.press("Enter");
  const condition = phone.getByRole("group", { name: "Condition" });
  await expect(condition).toBeVisible();
  await expect(condition).not.toContainText("Or press");
  // a keyboard connected to a tablet
  await phone.getByRole("heading", { level: 1 }).focus();
  await phone.keyboard.press("w");
  await expect(condition).toContainText("Or press G, W, P, D for the newest copy.");
  await expect(condition.getByRole("radio", { name: "Worn" })).toBeChecked();
  await phone.goto(`/admin/returns?order=${orderId}`);
  await expect(packageOf(phone, "1 of 2 still out")).toBeVisible();
  await phone.getByRole("button", { name: "Check in #KL102 copy 2" }).click();
  await expect(packageOf(phone, "everything is back").getByRole("listitem")).toHaveCount(2);
  await expectNoSidewaysScroll(phone);
});
