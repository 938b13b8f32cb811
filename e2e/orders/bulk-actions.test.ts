import type { Locator } from "@playwright/test";
import { expectWholeNames, narrow } from "#e2e/steps/screens.ts";
import { newOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { expect } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";

test("staff send reminders for several orders and renew them, with a result for each", async ({
  page,
  library,
  mailServer,
}) => {
  await page.setViewportSize(narrow);
  const name = "Bulkowski";
  const item = (sku: string) => ({ title: `Kit ${sku}`, sku, quantity: 1, borrowerName: name });
  const { clerk, orderId: first } = await shippedOrder(library.address, item("BA101"));
  const { orderId: second } = await shippedOrder(library.address, item("BB101"));
  const { orderId: fresh } = await newOrder(library.address, item("BC101"));
  const address = "reader-BA101@school.example";
  const confirmation = await mailTo(mailServer, address, "We received");
  await page.goto(linksOf(confirmation, "/user/confirm-email")[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  const toOrder = page.getByRole("link", { name: "Go to your order" });
  await expect(toOrder).toHaveAttribute("href", `/user/vieworder/${first}`);
  await clerk.enter(page);
  await page.goto(`/admin/orderlist?q=${name}&sort=oldest`);
  const choose = (orderId: number) => page.getByRole("checkbox", { name: `Select order #${orderId}` });
  const toggle = (box: Locator) => box.click();
  const remind = page.getByRole("button", { name: "Send reminders" });
  const outcomes = page.getByRole("list", { name: "Result for each order" }).getByRole("listitem");
  await expect(remind).toBeDisabled();
  await expectWholeNames(page);

  await toggle(page.getByRole("checkbox", { name: "Select all 3" }));
  await expect(choose(fresh)).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "3 of 3 selected" })).toBeChecked();
  await remind.click();
  await expect(outcomes).toHaveText([
    `#${first}: reminded.`,
    `#${second}: reminded.`,
    `#${fresh}: Nothing on this order is due.`,
  ]);
  // a refused order stays selected
  for (const order of [first, second]) await expect(choose(order)).not.toBeChecked();
  await expect(choose(fresh)).toBeChecked();
  await mailTo(mailServer, address, `Order #${first} is overdue`);

  for (const order of [fresh, first]) await toggle(choose(order));
  await remind.click();
  await expect(outcomes).toHaveText([`#${first}: We already reminded the borrower today.`]);
  await expect(choose(first)).toBeChecked();

  await toggle(choose(fresh));
  await expect(page.getByRole("link", { name: "Print for selected orders" })).toHaveAttribute(
    "href",
    `/admin/packing?orders=${first},${fresh}`,
  );
  await page.getByRole("button", { name: "Renew" }).click();
  await expect(outcomes).toHaveText([
    new RegExp(`^#${first}: renewed, due \\w{3} \\d+, \\d{4}\\.$`),
    `#${fresh}: Only an order that has shipped can be renewed.`,
  ]);
  const row = page.getByRole("row").filter({ hasText: `#${first}` });
  await expect(row).not.toContainText("overdue");
  await page.getByRole("button", { name: "Undo renewal" }).click();
  await expect(outcomes).toHaveText([`#${first}: renewal undone.`]);
  await expect(page.getByRole("region", { name: "Results" })).toBeFocused();
  await expect(row).toContainText("overdue");
});
