import { asClerk, clerkOf, confirmedBorrower, stock } from "#e2e/steps/as-clerk.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";

test("staff see a refused email, resend it, and turn off a type of email", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  const clerk = await clerkOf(library.address);
  await page.setViewportSize(narrow);
  await newBorrower(library.address, "refused.mail");
  const emailAddress = "refused.mail@school.example";
  mailServer.manners.reader = 550;
  await request.post(`/api/Account/RequestResetPassword/${emailAddress}`);
  await expect
    .poll(async () => {
      const dead = await clerk.ask<{ toAddress: string }[]>("Mail/GetMails?state=dead");
      return dead.map(({ toAddress }) => toAddress);
    })
    .toContain(emailAddress);
  await asClerk(page);
  const failed = page.getByText(/^\d+ emails? failed\./);
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

test("staff add their own paragraphs to the email about a shipped order, and restore earlier ones", async ({
  page,
  library,
  mailServer,
}) => {
  const { address } = library;
  const clerk = await clerkOf(address);
  const { id } = await stock(clerk, { title: "Mailed in our own words", sku: "OWNWRD" }, 3);
  /** Ships an order of a new borrower; returns the email about it. */
  const ship = async (userName: string, subject: string, language?: "es") => {
    const borrower = await confirmedBorrower(clerk, userName);
    if (language) await borrower.tell("Account/ChooseLanguage", { language });
    const orderId = await placeOrder(borrower, [id]);
    await clerk.tell(`Order/CheckOutAll/${orderId}`);
    await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
    return mailTo(mailServer, `${userName}@school.example`, subject);
  };
  const [first, spanish] = ["Pick it up at the office.\nSee https://office.example/hours.", "Recójalo en la oficina."];
  const preview = page.getByRole("region", { name: "Preview" });
  const save = page.getByRole("button", { name: "Save", exact: true });

  await asClerk(page, "/admin/mail");
  await page.getByRole("main").getByRole("link", { name: "Email text" }).click();
  await page.getByRole("link", { name: "Order shipped" }).click();
  await page.getByLabel("First paragraph (optional)").fill(first);
  await page.getByLabel("First paragraph in Spanish").fill(spanish);
  await expect(preview).toContainText(/^.*Your order #4711 is on its way\s*Your order is on its way\s*Pick it up/s);
  await preview.getByRole("button", { name: "In Spanish" }).click();
  await expect(preview).toContainText("Su pedido va en camino");
  await expect(preview).toContainText(spanish);
  await expect(preview).not.toContainText("Pick it up");
  await save.click();
  await toast(page, "Saved. The next email will include it.");

  const english = await ship("own.words", "is on its way");
  expect(english.text).toContain(`Your order is on its way\n\n${first}\n\nWe’ve shipped your package.`);
  expect(String(english.html)).toContain('<a href="https://office.example/hours"');
  const inSpanish = await ship("palabras.propias", "va en camino", "es");
  expect(inSpanish.text).toContain(`Su pedido va en camino\n\n${spanish}\n\n`);
  expect(inSpanish.text).not.toContain("office");

  await page.getByLabel("First paragraph (optional)").fill("");
  await page.getByLabel("Last paragraph (optional)").fill("See you soon.");
  await save.click();
  await toast(page, "Saved. The next email will include it.");
  const history = page.getByRole("region", { name: "History" });
  await history.getByRole("button", { name: "View version 1" }).click();
  await expect(page.getByRole("dialog")).toContainText("Pick it up at the office.");
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(history.getByText(/restoring version 1\./)).toBeVisible();
  const later = await ship("own.words.again", "is on its way");
  expect(later.text).toContain(first);
  expect(later.text).not.toContain("See you soon.");
  await page.getByRole("link", { name: "Email text" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Order shipped" })).toContainText("English and Spanish");
  await clerk.tell("Site/BringBackSection", { section: "mail-order-shipped", version: 3, wantedVersion: 0 });
});
