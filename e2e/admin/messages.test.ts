import { askDatabaseOf } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { mailTo, test } from "#e2e/steps/mail.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";

test("a clerk emails everyone with a title on loan, and one of them", async ({ page, library, mailServer }) => {
  const { address } = library;
  const clerk = await clerkOf(address);
  const title = await stock(clerk, { title: "Breathing kit", sku: "WRITE1" }, 4);
  const ship = async (userName: string, borrowerName: string) => {
    const borrower = await newBorrower(address, userName, { borrowerName, schoolName: `${borrowerName}’s School` });
    const orderId = await placeOrder(borrower, [title.id]);
    await clerk.tell(`Order/CheckOutAll/${orderId}`);
    await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3 });
    return borrower;
  };
  const ann = await ship("write.ann", "Ann Writable");
  await ship("write.bo", "Bo Writable");
  const cy = await ship("write.cy", "Cy Unwritable");
  await askDatabaseOf(address, `update accounts set password_hash = null where user_id = ${cy.userId}`);
  await clerk.enter(page);

  // the preview
  await page.goto(`/admin/viewitem/${title.id}`);
  await page.getByRole("link", { name: "Email its borrowers" }).click();
  await expect(page.getByText("An email to everyone who has “Breathing kit” on loan.")).toBeVisible();
  const recipients = page.getByRole("region", { name: "Goes to 2 borrowers" });
  await expect(recipients).toContainText("Ann Writable; Bo Writable");
  await expect(recipients).toContainText("1 borrower can’t be emailed. Call instead.");
  await expect(recipients.getByRole("listitem")).toContainText("Cy Unwritable, (559) 555-0142");
  const preview = page.getByRole("button", { name: "Preview" });
  await preview.click();
  await expect(page.getByRole("link", { name: "Subject is required." })).toBeVisible();
  await page.getByLabel("Subject").fill("A page of the Breathing kit");
  await page.getByLabel("Text").fill("Dear borrowers,\n\nplease add the page at <https://pages.example>.");
  await preview.click();
  const dialog = (count: number) => page.getByRole("dialog", { name: `Send this email to ${count} borrowers?` });
  await expect(dialog(2)).toContainText("Subject: A page of the Breathing kit");
  await expect(dialog(2)).toContainText("please add the page at <https://pages.example>.");
  await expect(dialog(2)).toContainText("Questions? Write to");
  await dialog(2).getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("A page of the Breathing kit");

  // another recipient
  await preview.click();
  await ship("write.dee", "Dee Writable");
  await dialog(2).getByRole("button", { name: "Send to 2 borrowers" }).click();
  await expect(page.getByRole("alert")).toContainText("This email would now go to 3 borrowers.");
  await preview.click();
  await dialog(3).getByRole("button", { name: "Send to 3 borrowers" }).click();
  await toast(page, "The email is on its way to 3 borrowers.");
  await expect(page.getByRole("heading", { level: 1, name: "Breathing kit" })).toBeVisible();
  for (const name of ["write.ann", "write.bo", "write.dee"]) {
    const mail = await mailTo(mailServer, `${name}@school.example`, "A page of the Breathing kit");
    expect(mail.envelopeTo).toEqual([`${name}@school.example`]);
    expect(mail.text).toContain("please add the page at <https://pages.example>.");
    expect(String(mail.html)).toContain("please add the page at &lt;https://pages.example&gt;.");
  }
  const sent = mailServer.received.filter(({ subject }) => subject === "A page of the Breathing kit");
  expect(sent).toHaveLength(3);

  // one borrower
  await page.setViewportSize(narrow);
  await page.goto(`/admin/borrowers/${ann.borrowerId}`);
  await page.getByRole("link", { name: "Write an email" }).click();
  await page.getByLabel("Subject").fill("Just for Ann");
  await page.getByLabel("Text").fill("Thank you.");
  await preview.click();
  await page.getByRole("button", { name: "Send to 1 borrower" }).click();
  const emails = page.getByRole("table", { name: "Emails, newest first" });
  await expect(emails.getByRole("row").filter({ hasText: "Just for Ann" })).toContainText("Written by");
  await mailTo(mailServer, "write.ann@school.example", "Just for Ann");

  // the outbox
  await page.goto("/admin/mail?kind=message");
  const row = page.getByRole("row").filter({ hasText: "Just for Ann" });
  await expect(row).toContainText("Message from staff, written by");
  await row.getByText("Show text").click();
  await expect(row.getByText("Thank you.")).toBeVisible();
});

test("a clerk starts an email to overdue borrowers and one to a school", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  await newBorrower(library.address, "write.elm", { schoolName: "Elm Grove", schoolDistrict: "Valley Unified" });
  await clerk.enter(page);
  await page.goto("/admin/orderlist?work=overdue");
  await page.getByRole("link", { name: "Email overdue borrowers" }).click();
  await expect(page.getByText("An email to everyone with an overdue order.")).toBeVisible();
  await page.goto("/admin/schools");
  const form = page.getByRole("form", { name: "A school’s orders and borrowers" });
  await form.getByLabel("School name").fill("elm grove");
  await form.getByLabel("School district").fill("Valley Unified");
  await page.keyboard.press("Tab"); // closes the suggestions, which cover the button
  await form.getByRole("button", { name: "Email its borrowers" }).click();
  await expect(page.getByText("An email to everyone at elm grove.")).toBeVisible();
  // whose address isn't confirmed, and who has nothing from the library
  await expect(page.getByText("1 borrower can’t be emailed. Call instead.")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveCount(0);
});
