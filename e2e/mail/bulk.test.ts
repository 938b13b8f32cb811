import { tabTo } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, expectWholeNames } from "#e2e/steps/screens.ts";
import { newOrder, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

const unconfirmed =
  "This borrower can’t be emailed: nobody logs in to the account, or its email address isn’t confirmed.";

for (const width of [1280, 390]) {
  test(`chosen orders of a list are reminded and renewed at once, and each says what became of it, at ${width} px`, async ({
    page,
    library,
    mailServer,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 844 });
    const name = `Bulka${width}`;
    const lent = (sku: string) => ({ title: `Kit ${sku}`, sku, quantity: 1, borrowerName: name });
    const { clerk, orderId: first } = await parcelAtDesk(library.address, lent(`BA${width}`));
    const { orderId: second } = await parcelAtDesk(library.address, lent(`BB${width}`));
    const { orderId: fresh } = await newOrder(clerk, lent(`BC${width}`));
    const address = `reader-BA${width}@school.example`;
    const received = await mailTo(mailServer, address, "We received");
    await page.goto(linksOf(received, "/user/confirm-email/")[0] ?? "");
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
    await clerk.enter(page);
    await page.goto(`/admin/orderlist?q=${name}&sort=oldest`);
    const choose = (orderId: number) => page.getByRole("checkbox", { name: `Choose order #${orderId}` });
    const remind = page.getByRole("button", { name: "Send reminders" });
    const outcomes = page.getByRole("list", { name: "What became of each order" }).getByRole("listitem");
    await expect(remind).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expectWholeNames(page);

    await page.getByRole("checkbox", { name: "All 3 shown" }).check();
    await expect(choose(fresh)).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "3 of 3 chosen" })).toBeChecked();
    await remind.click();
    await expect(outcomes).toHaveText([
      `#${first}: reminded.`,
      `#${second}: ${unconfirmed}`,
      `#${fresh}: Nothing of this order is out and due.`,
    ]);
    await expect(choose(first)).not.toBeChecked();
    await expectAccessible(page);
    await mailTo(mailServer, address, `Order #${first} is overdue`);

    await choose(first).check();
    await remind.click();
    await expect(outcomes).toHaveText([`#${first}: The borrower was reminded of this today.`]);

    await choose(first).check();
    await choose(fresh).check();
    await expect(page.getByRole("link", { name: "Print for the chosen orders" })).toHaveAttribute(
      "href",
      `/admin/packing?orders=${first},${fresh}`,
    );
    await page.getByRole("button", { name: "Renew" }).click();
    await expect(outcomes).toHaveText([
      `#${first}: renewed.`,
      `#${fresh}: Only an order that has shipped can be renewed.`,
    ]);
    await expect(page.getByRole("row").filter({ hasText: `#${first}` })).not.toContainText("overdue");
    await expectNoSidewaysScroll(page);
  });
}

test("the keyboard chooses an order and reminds of it; a list that is empty afterwards still says what was done", async ({
  page,
  library,
}) => {
  const { clerk, orderId } = await parcelAtDesk(library.address, {
    title: "Keyboard kit",
    sku: "BKEY",
    quantity: 1,
    borrowerName: "Bulkakeys",
  });
  await clerk.enter(page);
  await page.goto("/admin/orderlist?status=overdue&q=Bulkakeys");
  await tabTo(page, "checkbox", `Choose order #${orderId}`);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Renew" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No orders match.")).toBeVisible();
  await expect(page.getByText(`#${orderId}: renewed.`)).toBeVisible();
});
