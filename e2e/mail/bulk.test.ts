import type { Locator } from "@playwright/test";
import { askDatabaseOf } from "#e2e/library.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { expectWholeNames } from "#e2e/steps/screens.ts";
import { newOrder, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { expect } from "#e2e/test.ts";
import { aReader, linksOf, mailTo, test } from "./mail-test.ts";

const unconfirmed =
  "This borrower can’t be emailed: nobody logs in to the account, or its email address isn’t confirmed.";

test("chosen orders of a list are reminded and renewed at once, and each says what became of it, by pointer at 390 px", async ({
  page,
  library,
  mailServer,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const name = "Bulka390";
  const lent = (sku: string) => ({ title: `Kit ${sku}`, sku, quantity: 1, borrowerName: name });
  const { clerk, orderId: first } = await parcelAtDesk(library.address, lent("BA390"));
  const { orderId: second } = await parcelAtDesk(library.address, lent("BB390"));
  const { orderId: fresh } = await newOrder(clerk, lent("BC390"));
  const address = "reader-BA390@school.example";
  const received = await mailTo(mailServer, address, "We received");
  await page.goto(linksOf(received, "/user/confirm-email/")[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await clerk.enter(page);
  await page.goto(`/admin/orderlist?q=${name}&sort=oldest`);
  const choose = (orderId: number) => page.getByRole("checkbox", { name: `Choose order #${orderId}` });
  const tick = (box: Locator) => box.click();
  const remind = page.getByRole("button", { name: "Send reminders" });
  const outcomes = page.getByRole("list", { name: "What became of each order" }).getByRole("listitem");
  await expect(remind).toBeDisabled();
  await expectWholeNames(page);

  await tick(page.getByRole("checkbox", { name: "All 3 shown" }));
  await expect(choose(fresh)).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "3 of 3 chosen" })).toBeChecked();
  await remind.click();
  await expect(outcomes).toHaveText([
    `#${first}: reminded.`,
    `#${second}: ${unconfirmed}`,
    `#${fresh}: Nothing of this order is out and due.`,
  ]);
  // what was refused stays chosen, for what can be done instead
  await expect(choose(first)).not.toBeChecked();
  for (const refused of [second, fresh]) await expect(choose(refused)).toBeChecked();
  await mailTo(mailServer, address, `Order #${first} is overdue`);

  for (const order of [second, fresh, first]) await tick(choose(order));
  await remind.click();
  await expect(outcomes).toHaveText([`#${first}: The borrower was reminded of this today.`]);
  await expect(choose(first)).toBeChecked();

  await tick(choose(fresh));
  await expect(page.getByRole("link", { name: "Print for the chosen orders" })).toHaveAttribute(
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
  await page.getByRole("button", { name: "Undo the renewal" }).click();
  await expect(outcomes).toHaveText([`#${first}: due as before.`]);
  await expect(page.getByRole("region", { name: "What was done" })).toBeFocused();
  await expect(row).toContainText("overdue");
});

test("emails that an outage stopped are sent again in one press, each once, by keyboard, at 1280 px", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 844 });
  const names = [1, 2, 3].map((number) => `stopped-1280-${number}`);
  for (const name of names) await aReader(request, name, "apples and pears");
  mailServer.manners.reader = 550;
  for (const name of names) await request.post(`/api/Account/RequestResetPassword/${name}`);
  const clerk = await clerkOf(library.address);
  const given = async () =>
    (await clerk.ask<{ toAddress: string }[]>("Mail/GetMails?state=dead&kind=reset")).filter(({ toAddress }) =>
      toAddress.startsWith("stopped-1280-"),
    ).length;
  await expect.poll(given, { timeout: 20_000 }).toBe(3);
  delete mailServer.manners.reader;

  await clerk.enter(page);
  await page.goto("/admin/mail?state=dead&kind=reset");
  const resend = page.getByRole("button", { name: "Resend the chosen" });
  await expect(resend).toBeDisabled();
  await pressOn(page, page.getByRole("checkbox", { name: "All 3 shown" }), "Space");
  await expect(page.getByRole("checkbox", { name: "3 of 3 chosen" })).toBeChecked();
  const one = page.getByRole("checkbox", { name: `Choose Choose a new password, to ${names[1]}@school.example` });
  await pressOn(page, one, "Space");
  await expect(page.getByRole("checkbox", { name: "2 of 3 chosen" })).toHaveJSProperty("indeterminate", true);
  await page.keyboard.press("Shift+Tab"); // two letters within 80 ms are a scanner's
  await pressOn(page, one, "Space");
  await expect(page.getByRole("checkbox", { name: "3 of 3 chosen" })).toBeChecked();
  await pressOn(page, resend);
  await toast(page, "Sending again: 3 of 3 emails.");
  for (const name of names) await mailTo(mailServer, `${name}@school.example`, "Choose a new password");
  for (const name of names)
    expect(mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(`${name}@school.example`))).toHaveLength(
      1,
    );
  await expect(page.getByText("No emails match this status and kind.")).toBeVisible();
});

test("the keyboard leads from the dashboard to who is overdue, reminds of an order, and renews it; a list that is empty afterwards still says what was done", async ({
  page,
  library,
  mailServer,
}) => {
  const { clerk, orderId } = await parcelAtDesk(library.address, {
    title: "Keyboard kit",
    sku: "BKEY",
    quantity: 1,
    borrowerName: "Bulkakeys",
  });
  await askDatabaseOf(
    library.address,
    "update borrowers set mailbox_confirmed_at = now() where email_address = 'reader-BKEY@school.example'",
  );
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await pressOn(
    page,
    page.getByRole("list", { name: "Today’s work" }).getByRole("link", { name: /Overdue more than/ }),
  );
  await expect(page).toHaveURL(/\/admin\/orderlist\?/);
  await typeOver(page, page.getByLabel("Find orders"), "Bulkakeys");
  await page.keyboard.press("Enter");
  const choice = page.getByRole("checkbox", { name: `Choose order #${orderId}` });
  await pressOn(page, choice, "Space");
  await pressOn(page, page.getByRole("button", { name: "Send reminders" }));
  await expect(page.getByText(`#${orderId}: reminded.`)).toBeVisible();
  await mailTo(mailServer, "reader-BKEY@school.example", `Order #${orderId} is overdue`);
  await pressOn(page, choice, "Space");
  await pressOn(page, page.getByRole("button", { name: "Renew" }));
  await expect(page.getByText("No orders match.")).toBeVisible();
  await expect(page.getByText(`#${orderId}: renewed, due`, { exact: false })).toBeVisible();
});
