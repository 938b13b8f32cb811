import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";

test("staff see a refused email, resend it, and turn off a type of email", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const clerk = await clerkOf(library.address);
  await page.setViewportSize(narrow);
  await newBorrower(library.address, "refused.mail");
  const emailAddress = "refused.mail@school.example";
  mailServer.manners.reader = 550;
  await request.post(`/api/Account/RequestResetPassword/${emailAddress}`);
  await asClerk(page);
  const failed = page.getByText(/^\d+ emails? failed\./);
  await expect(async () => {
    // another journey's email may be refused first
    const dead = await clerk.ask<{ toAddress: string }[]>("Mail/GetMails?state=dead");
    expect(dead.map(({ toAddress }) => toAddress)).toContain(emailAddress);
    await page.reload();
    await expect(failed).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  delete mailServer.manners.reader;
  await failed.getByRole("link", { name: "Mail" }).click();
  await expect(page).toHaveURL(/\/admin\/mail\?state=trouble$/);
  const row = page.getByRole("row").filter({ hasText: emailAddress });
  await expect(row).toContainText("Not sent");
  await expect(row).toContainText("The mail server said: 550 no, thank you");
  await row.getByRole("button", { name: "Resend: Choose a new password" }).click();
  await expect(page.getByText("Resending the email.")).toBeVisible();
  const mail = await mailTo(mailServer, emailAddress, "Choose a new password");
  expect(linksOf(mail, "/user/reset-password")).toHaveLength(1);
  await page.getByLabel("Status").selectOption("Sent");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row.getByText("Sent", { exact: true })).toBeVisible();

  const overdue = page.getByRole("checkbox", { name: "Overdue" });
  await overdue.click(); // changes once the server has saved it
  await expect(overdue).not.toBeChecked();
  await page.reload();
  await expect(overdue).not.toBeChecked();
  await overdue.click();
  await expect(overdue).toBeChecked();
  await page.goto("/admin/activity-log?kind=mail");
  await expect(page.getByText("Resent an email").first()).toBeVisible();
  await expect(page.getByText("Turned a type of email on or off").first()).toBeVisible();
});
