import type { Page } from "@playwright/test";
import { keep, newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fillCart } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import { readFile } from "node:fs/promises";
import { aPdf } from "#server/test/a-pdf.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const expectSaved = (page: Page) => toast(page, "Saved. Visitors can see it now.");
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const history = (page: Page) => page.getByRole("region", { name: "History" });

test("staff change a text, preview it, and visitors read it at once", async ({ page, someoneElse }) => {
  // without reduced motion, slides might advance before a press on a slow machine
  const visitor = await someoneElse({ reducedMotion: "reduce" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await asClerk(page, "/admin/sitecontent/testimonials");
  await page.getByRole("button", { name: "Remove Testimonial 3" }).click();
  await page.getByRole("button", { name: "Move Testimonial 2 up" }).click();
  await page.getByRole("button", { name: "Add testimonial" }).click();
  await expect(page.getByRole("group", { name: "Testimonial 3" }).getByLabel("Quote", { exact: true })).toBeFocused();
  await save(page).click();
  await page
    .getByRole("group", { name: "Please correct the invalid fields." })
    .getByRole("link", { name: "Quote is required." })
    .click();
  await page.keyboard.type("We <b>like</b> it.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kit");
  await preview(page).getByRole("button", { name: "Previous testimonials" }).click();
  await expect(preview(page).getByText("We <b>like</b> it.")).toBeVisible();
  await page.getByRole("link", { name: "Terms and Responsibilities" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
  await save(page).click();
  await expectSaved(page);
  await visitor.goto("/home");
  await visitor.getByRole("button", { name: "Previous testimonials" }).click();
  await expect(visitor.getByText("We <b>like</b> it.")).toBeVisible();

  await expect(history(page).getByText(/^Version \d+: saved by admin, .* Current version\.$/)).toBeVisible();
  await history(page).getByRole("button", { name: "View the original text" }).click();
  await expect(page.getByRole("dialog").getByText("Sample testimonial").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(history(page).getByText(/restoring the original text/)).toBeVisible();
  await expect(page.getByRole("group", { name: "Testimonial 3" }).getByLabel("Name", { exact: true })).toHaveValue(
    "A high school nurse",
  );
  await visitor.goto("/home");
  await expect(visitor.getByText("We <b>like</b> it.")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Activity log" }).click();
  await expect(page.getByText("Restored site content").first()).toBeVisible();
});

test("an order is refused once if its terms changed after the borrower read them", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Ordered by the terms", sku: "TERMS" });
  const reader = await newBorrower(library.address, "terms.reader");
  await reader.enter(page);
  await keep(page, { cartIdentifier: await fillCart(reader, [id]) });
  await page.goto("/user/cartitems");
  await expect(page.getByRole("button", { name: "Proceed" })).toBeVisible();
  await clerk.tell("Site/SaveSection", {
    section: "terms",
    version: 0,
    content: { points: [{ heading: "Be kind", text: "To every book." }] },
  });
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Your order wasn’t placed.")).toBeVisible();
  await page.getByRole("button", { name: "Terms and Responsibilities" }).click();
  await expect(page.getByRole("dialog").getByText("To every book.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  await clerk.tell("Site/BringBackSection", { section: "terms", version: 1, wantedVersion: 0 });
});

const pdfFile = async (name: string, size: number) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(await aPdf(name, { size }).arrayBuffer()),
});

test("staff put a PDF on the home page", async ({ page, library, someoneElse }) => {
  await asClerk(page, "/admin/sitecontent/healthyYouth");
  await page.getByRole("button", { name: "Add document" }).click();
  const entry = page.getByRole("group", { name: "Document 4" });
  await entry.getByLabel("Title", { exact: true }).fill("Our own worksheet");
  await entry
    .getByLabel("Choose a PDF")
    .first()
    .setInputFiles(await pdfFile("worksheet.pdf", 1_258_291));
  await expect(entry.getByRole("link", { name: "worksheet.pdf" })).toBeVisible();
  await expect(entry.getByText("1.2 MB", { exact: true })).toBeVisible();
  await save(page).click();
  await toast(page, "Saved. Visitors can see it now.");

  const visitor = await someoneElse();
  await visitor.goto("/home");
  const link = visitor.getByRole("link", { name: "Our own worksheet PDF, 1.2 MB" });
  await link.scrollIntoViewIfNeeded();
  const [download] = await Promise.all([visitor.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("worksheet.pdf");
  expect((await readFile(await download.path())).length).toBe(1_258_291);

  // restore the page for later journeys
  const clerk = await clerkOf(library.address);
  const { revisions } = await clerk.ask<{ revisions: { healthyYouth: { version: number } } }>(
    "Site/GetEditableContent",
  );
  const { version } = revisions.healthyYouth;
  await clerk.tell("Site/BringBackSection", { section: "healthyYouth", version, wantedVersion: 0 });
});
