import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn, selectOn, tabOnTo, tabTo, typeOver } from "#e2e/steps/keyboard.ts";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { expectNoSidewaysScroll, narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const rowOf = (page: Page, words: string) => page.getByRole("row").filter({ hasText: words });

test("staff find a borrower, see current loans, add a note, edit, and block", async ({ page, library }) => {
  const borrowerName = "Philippa Quill";
  const item = { title: "Quill kit", sku: "QB102", quantity: 2, borrowerName };
  const { clerk, borrower, orderId, loans } = await shippedOrder(library.address, item);
  await clerk.tell("Claims/Open", { orderInventoryItemId: (await loans())[1], kind: "lost", cost: "24.50" });
  // the email of the order is written into a file: there is no mail server
  const mails = async () =>
    (await clerk.ask<{ mails: { isFile: boolean }[] }>(`Borrowers/Get/${borrower.borrowerId}`)).mails;
  await expect.poll(async () => (await mails()).at(-1)).toMatchObject({ isFile: true });
  await clerk.enter(page);

  // the list
  await page.goto("/admin/borrowers");
  await typeOver(page, page.getByRole("searchbox", { name: "Find borrowers" }), "quill");
  await selectOn(page, page.getByRole("combobox", { name: "Show", exact: true }), "Late");
  await pressOn(page, page.getByRole("button", { name: "Search", exact: true }));
  await expect(page).toHaveURL(new RegExp("q=quill&state=late"));
  await expect(rowOf(page, borrowerName)).toContainText("1 late");
  await expect(page.getByRole("row")).toHaveCount(2); // the file has the same rows
  const file = page.waitForEvent("download");
  await pressOn(page, page.getByRole("button", { name: "Download CSV" }));
  const csv = await readFile(await (await file).path(), "utf8");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(2);
  expect(csv).toContain(borrowerName);
  await pressOn(page, rowOf(page, borrowerName).getByRole("link").first());

  // the borrower
  await expect(page.getByRole("heading", { level: 1, name: borrowerName })).toBeVisible();
  const currentLoans = page
    .getByRole("table", { name: "Current loans" })
    .getByRole("row")
    .filter({ hasText: item.title });
  await expect(currentLoans).toHaveCount(1);
  await expect(currentLoans).toContainText("#QB102 copy 1");
  await expect(currentLoans.getByRole("cell").last()).toHaveText(/^(Due)?Jan 15, 2026 Late$/);
  await expect(page.getByRole("table", { name: "Orders, newest first" })).toContainText(`Order #${orderId}`);
  await expect(page.getByRole("heading", { level: 2, name: "Claims (1 open)" })).toBeVisible();
  const lostClaim = page.getByRole("table", { name: "Claims" }).getByRole("row").filter({ hasText: item.title });
  for (const words of ["#QB102 copy 2", "Lost", "$24.50", "Open"]) await expect(lostClaim).toContainText(words);
  const emails = page.getByRole("table", { name: "Emails, newest first" });
  await expect(emails.getByRole("row").last()).toContainText("In a file");
  await expect(emails.getByText("Sent", { exact: true })).toHaveCount(0);
  const main = page.getByRole("main");
  const button = (name: string) => main.getByRole("button", { name, exact: true });
  const account = main.getByRole("heading", { level: 2, name: "Account" });
  await typeOver(page, page.getByRole("textbox", { name: "Note" }), "Calls on Fridays.");
  await pressOn(page, button("Add note"));
  await toast(page, "Note added.");
  await expect(page.getByRole("list", { name: "Notes" })).toContainText("Calls on Fridays.");
  await pressOn(page, button("Edit"));
  await expect(page.getByLabel("Full name")).toBeFocused();
  await typeOver(page, page.getByLabel("Email address"), "philippa@fern.example");
  await typeOver(page, page.getByLabel("School name"), "Fern School");
  await expect(page.getByText("We’ll email both addresses.")).toBeVisible();
  await pressOn(page, button("Save"));
  await toast(page, "Borrower updated.");
  await expect(page.getByText("Fern School")).toBeVisible();
  await expect(button("Edit")).toBeFocused();
  await pressOn(page, button("Reset password"));
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Send link" }));
  await toast(page, "No mail server is set up, so the email was saved as a file.");

  // blocked with a reason
  const block = page.getByRole("dialog").getByRole("button", { name: "Block", exact: true });
  await pressOn(page, button("Block"));
  await pressOn(page, block);
  await expect(
    page.getByRole("dialog").getByRole("group", { name: "Please correct the invalid fields." }),
  ).toContainText("Reason is required.");
  await typeOver(page, page.getByRole("dialog").getByLabel("Reason"), "Please send back the kit.");
  await pressOn(page, block);
  await toast(page, "Borrower blocked.");
  await expect(page.getByText("Blocked: this borrower can’t place orders")).toBeVisible();
  await expect(account).toBeFocused();
  // back to the borrower from an order
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await pressOn(page, main.getByRole("link", { name: borrowerName }));
  await pressOn(page, button("Unblock"));
  await toast(page, "Borrower unblocked.");
  await expect(button("Block")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: borrowerName })).toBeFocused();
  await pressOn(page, main.getByRole("button", { name: /^Delete the note/ }));
  await toast(page, "Note deleted.");
  await expect(main.getByRole("heading", { name: "Staff notes" })).toBeFocused();
});

test("staff transfer loans to a colleague, undo it, and anonymize a borrower", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const school = { schoolName: "Transfer School", schoolDistrict: "Transfer District" };
  const [giver, taker] = ["Gilda Giver", "Tessa Taker"];
  const sku = "QH101";
  const item = { title: "Transfer kit", sku, quantity: 1, borrowerName: giver };
  const { clerk, borrower, orderId } = await shippedOrder(library.address, item);
  const personal = await clerk.ask<object>(`Borrowers/Get/${borrower.borrowerId}`);
  await clerk.tell(`Borrowers/Change/${borrower.borrowerId}`, { ...personal, ...school });
  const tessa = await newBorrower(library.address, "tessa", { borrowerName: taker, ...school });
  await newBorrower(library.address, "alva", { borrowerName: "Alva Other", ...school });
  await clerk.enter(page);
  await page.goto(`/admin/borrowers/${borrower.borrowerId}`);
  const main = page.getByRole("main");
  await pressOn(page, main.getByRole("button", { name: "Transfer loans" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("tess");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await tabOnTo(page, dialog.getByRole("radio"));
  await page.keyboard.press("Space");
  await pressOn(page, dialog.getByRole("button", { name: "Transfer loans" }));
  await toast(page, `Transferred 1 order to ${taker}.`);
  await expect(page.getByText("No current loans.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: giver })).toBeFocused();
  await pressOn(page, page.getByRole("button", { name: `Undo the transfer to ${taker}` }));
  await toast(page, `Took back 1 order from ${taker}.`);
  await expect(page.getByRole("table", { name: "Current loans" })).toContainText(`#${sku} copy 1`);
  await expect(page.getByRole("heading", { level: 1, name: giver })).toBeFocused();

  await clerk.tell(`Borrowers/TransferLoans/${borrower.borrowerId}`, { toBorrowerId: tessa.borrowerId });
  await page.reload();
  await pressOn(page, main.getByRole("button", { name: "Anonymize", exact: true }));
  await expect(page.getByRole("alertdialog")).toContainText("Backups made outside the library keep this data");
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Anonymize" }));
  await toast(page, "Borrower anonymized.");
  await expect(page).toHaveURL("/admin/borrowers");
  await page.goto(`/admin/orderdetails/${orderId}`);
  await expect(page.getByText("from an anonymized borrower").first()).toBeVisible();
  await pressOn(page, main.getByRole("link", { name: taker }));
  await expect(page.getByRole("table", { name: "Current loans" })).toContainText(`#${sku} copy 1`);
});

test("staff merge two accounts and download a clearance letter", async ({ page, library }) => {
  const sku = "QM102";
  const duplicate = { title: "Merge kit", sku, quantity: 1, borrowerName: "Mona Twice" };
  const { clerk, borrower: twin, orderId } = await shippedOrder(library.address, duplicate);
  const { borrowerId } = await newBorrower(library.address, "mona", {
    borrowerName: "Mona Twice",
    schoolName: "Elm School",
  });
  await clerk.enter(page);
  await page.goto(`/admin/borrowers/${borrowerId}`);

  // a letter while nothing is open
  await tabTo(page, "button", "Download clearance letter");
  const [letter] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(letter.suggestedFilename()).toMatch(/^clearance-\d+-\d{4}-\d\d-\d\d\.pdf$/);

  await tabTo(page, "button", "Merge");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("searchbox").fill(`reader-${sku}`);
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: new RegExp(`reader-${sku} .*1 order, 1 out`) }).press("Space");
  await dialog.getByRole("button", { name: "Merge" }).press("Enter");
  await toast(page, "Accounts merged.");
  await expect(page.getByRole("table", { name: "Current loans" })).toContainText(`#${sku} copy 1`);
  await expect(page.getByRole("table", { name: "Orders, newest first" })).toContainText(`Order #${orderId}`);

  // no letter while something is open
  await page.getByRole("button", { name: "Download clearance letter" }).click();
  await toast(page, "This borrower still has 1 copy on loan, 1 open order.");
  await expect(
    page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: "This borrower still has 1 copy on loan, 1 open order." }),
  ).toBeVisible();
  const response = await clerk.send(`Borrowers/Get/${twin.borrowerId}`);
  expect(response.status).toBe(404);
});

test("a page of borrowers is short on a phone, and names an unconfirmed email only on the borrower’s page", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const borrower = await newBorrower(library.address, "unconfirmed-row", { borrowerName: "Aa Unconfirmed" });
  for (let place = 0; place < 9; place += 1)
    await newBorrower(library.address, `row-${place}`, { borrowerName: `Aa Row ${place}` });
  await (await clerkOf(library.address)).enter(page);
  await page.goto("/admin/borrowers");
  const rows = page.getByRole("table", { name: "Borrowers" }).getByRole("row");
  await expect(rows).toHaveCount(26); // with its head
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000);
  await expectNoSidewaysScroll(page);
  await expect(rowOf(page, "Aa Unconfirmed")).toContainText("Kings River School");
  await expect(page.getByText(/unconfirmed email|email not confirmed/i).and(page.locator("td *"))).toHaveCount(0);
  await page.goto(`/admin/borrowers/${borrower.borrowerId}`);
  await expect(page.getByText("Email not confirmed")).toBeVisible();
});
