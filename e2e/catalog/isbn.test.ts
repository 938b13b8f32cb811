import type { Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { test } from "#e2e/steps/mail.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { barelyKnown, slowReading } from "#server/test/isbn-source.ts";

const field = (page: Page, name: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${name}( \\(optional\\))?$`) });

test("a clerk scans a book, sees what the source filled in, clears one value, and saves", async ({
  page,
  isbnSource: source,
}) => {
  source.answerWith();
  await page.setViewportSize(wide);
  await asClerk(page, "/admin/item/add");
  await field(page, "Title").fill("Reading slowly");
  await expect(field(page, "Publisher")).toBeHidden();

  await field(page, "ISBN").focus();
  await page.keyboard.type("9780980200447\n", { delay: 5 });
  await expect(page.getByText(`Filled in from ${source.host}: Author, Publisher, Year, Length.`)).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Reading slowly");
  await expect(field(page, "Author")).toHaveValue("John Miedema");
  await expect(field(page, "Author")).toHaveAccessibleDescription(`From ${source.host}.`);
  await expect(field(page, "Title")).toHaveAccessibleDescription("");
  await expect(field(page, "Year")).toHaveValue("2009");
  await expect(field(page, "ISBN")).toBeFocused();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Clear the filled-in length" }).click();
  await expect(field(page, "Length")).toHaveValue("");
  await expect(field(page, "Length")).toBeFocused();
  await field(page, "Publisher").fill("Litwin");
  await expect(page.getByRole("button", { name: /^Clear the filled-in/ })).toHaveText([
    "Clear the filled-in author",
    "Clear the filled-in year",
  ]);

  await field(page, "SKU number").fill("ISBNA");
  await field(page, "Description").fill("Why reading slowly is worth it.");
  await page.getByRole("radio", { name: "Book" }).check();
  await page.getByLabel("Subject").selectOption({ label: "Personal Health and Wellness" });
  await page.getByRole("checkbox", { name: "All grades" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  await expect(page.getByText(/Filled in from/)).toHaveCount(0);

  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(`Filled in from ${source.host}: Length.`)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Item Updated.");
  await expect(page.getByText(/Filled in from/)).toHaveCount(0);
  await expect(field(page, "Length")).toHaveValue("92 pages");
  await page.getByRole("link", { name: "View" }).click();
  for (const fact of [slowReading, "John Miedema", "Litwin", "2009"])
    await expect(page.getByRole("definition").getByText(fact, { exact: true })).toBeVisible();
});

test("a clerk hears about a title with the same ISBN before adding a second one", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Already here", sku: "ISBNB", isbn: "9791091146135" });
  await stock(clerk, { title: "Bought again", sku: "ISBNC", isbn: "9791091146135" });
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/item/add");
  await field(page, "ISBN").fill("979-10-91146-13-5");
  await expect(page.getByText("You already have this title:")).toBeVisible();
  const link = page.getByRole("link", { name: "#ISBNB Already here" });
  await expect(link).toHaveAttribute("href", `/admin/viewitem/${id}`);

  await field(page, "ISBN").fill("979-10-91146-13-6");
  await expect(page.getByText("This isn’t a valid ISBN. Check each digit against the book.")).toBeVisible();
  await expect(link).toBeHidden();
  await page.goto(`/admin/item/${id}`);
  await expect(field(page, "ISBN")).toHaveValue("9791091146135");
  await expect(page.getByRole("link", { name: "#ISBNC Bought again" })).toBeVisible();
  await expect(link).toHaveCount(0);
});

test("a clerk fills in the form alone when the source has nothing, has nothing new, or fails", async ({
  page,
  isbnSource: source,
}) => {
  await page.setViewportSize(narrow);
  await asClerk(page, "/admin/item/add");
  const lookUp = page.getByRole("button", { name: "Look up" });
  await expect(lookUp).toBeDisabled();
  source.answerWith();
  await field(page, "ISBN").fill("9791091146135");
  await lookUp.click();
  await expect(page.getByText(`${source.host} doesn’t have this ISBN. Fill in the form yourself.`)).toBeVisible();
  await field(page, "ISBN").fill(barelyKnown);
  await lookUp.click();
  await expect(page.getByText(`Filled in from ${source.host}: Title, Year.`)).toBeVisible();
  await field(page, "Title").fill("Fantastic Mr. Fox, the play");
  await expect(page.getByText(`Filled in from ${source.host}: Year.`)).toBeVisible();
  await field(page, "Year").fill("1996");
  await lookUp.click();
  await expect(page.getByText(`${source.host} has nothing else to fill in.`)).toBeVisible();

  source.answerWith((_request, response) => response.writeHead(500).end());
  await lookUp.click();
  const sentence = `${source.host} isn’t working right now. Fill in the form yourself, or try again later.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Fantastic Mr. Fox, the play");
  await field(page, "ISBN").fill("");
  await expect(page.getByText(sentence)).toBeHidden();
});
