import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { bothWays, pressWith } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { aStranger, aTeacher, linksOf, mailTo, test } from "./mail-test.ts";

for (const { screen, hand } of bothWays) {
  test(`a coordinator takes over what a leaving colleague has, who agrees by an email’s link, by ${hand} at ${screen.width} px`, async ({
    page,
    library: { address },
    mailServer,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(screen);
    const clerk = await clerkOf(address);
    const title = `Handed on ${screen.width}`;
    const { orderId, borrower: leaver } = await shippedOrder(clerk, { title, sku: `HO${screen.width}`, quantity: 1 });
    await askDatabaseOf(
      address,
      `update borrowers set mailbox_confirmed_at = now() where borrower_id = ${leaver.borrowerId}`,
    );
    const leaverAddress = `reader-HO${screen.width}@school.example`;
    const name = `coordinator.${screen.width}`;
    const coordinator = await aTeacher(address, name);
    await coordinator.enter(page);
    await page.goto(`/user/account/${coordinator.userId}`);
    const opener = page.getByRole("button", { name: "Take over a colleague’s loans" });
    await pressWith(hand, page, opener);
    const dialog = page.getByRole("dialog", { name: "Take over a colleague’s loans" });
    await dialog.getByLabel("Their email address").fill(leaverAddress);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await pressWith(hand, page, dialog.getByRole("button", { name: "Ask them" }));
    await expect(page.getByText(/we’ve emailed them/)).toBeVisible();
    await expect(opener).toBeFocused();

    const mail = await mailTo(mailServer, leaverAddress, "A request to take over your loans");
    const [link = ""] = linksOf(mail, "/user/give/");
    const reader = await aStranger(page.context().browser(), page, address);
    await reader.goto(new URL(link).pathname);
    await expect(reader.getByRole("listitem").filter({ hasText: title })).toContainText(`Order #${orderId}`);
    await expectAccessible(reader);
    await expectNoSidewaysScroll(reader);
    await pressWith(hand, reader, reader.getByRole("button", { name: "Hand over my loans" }));
    await expect(reader.getByText(/has your loans now/)).toBeVisible();
    await expect(reader.getByRole("heading", { level: 1 })).toBeFocused();
    await reader.reload();
    await expect(reader.getByText(/has your loans now/)).toBeVisible();

    await page.reload();
    await expect(page.getByRole("link", { name: `Order #${orderId}` })).toBeVisible();
    await askDatabaseOf(address, "update jobs set run_at = now() where kind = 'write-hand-over-mail'");
    const told = await mailTo(mailServer, `${name}@school.example`, "You took over loans");
    expect(told.text).toContain(title);
    await reader.goto("/user/give/made-up");
    await expect(reader.getByText("This link no longer works.")).toBeVisible();
  });
}
