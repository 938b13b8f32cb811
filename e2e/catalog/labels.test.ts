import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { codesOnPaper, codesOnScreen } from "#e2e/steps/read-codes.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const box = (page: Page, name: string | RegExp) => page.getByRole("checkbox", { name });

/** Returns the name of the file that a press downloads, and its codes by page. */
async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), codes: await codesOnPaper(await readFile(await file.path())) };
}

test.use({ viewport: narrow });

test("a copy's QR code scans as that copy, on the screen and on paper", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id, copies } = await stock(clerk, { title: "Washing hands", sku: "Q101" }, 2);
  const second = copies[1];
  await clerk.enter(page);
  await page.goto(`/admin/viewitem/${id}`);
  await page.getByRole("link", { name: "QR code of #Q101 copy 2" }).click();
  await expect(heading(page, "QR code")).toBeVisible();
  await expect(page).toHaveURL(`/admin/itemqrcode/${second?.inventoryItemId}`);
  await expect(page).toHaveTitle(/^QR code of #Q101 copy 2/);
  await expect(page.getByText("#Q101 copy 2", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByText("Washing hands")).toBeVisible();

  const codeText = JSON.stringify({ inventoryItemId: second?.inventoryItemId, skuNumber: "Q101" });
  const code = page.getByRole("img", { name: "QR code of #Q101 copy 2" });
  expect(await code.boundingBox()).toMatchObject({ width: 225, height: 225 });
  expect(await codesOnScreen(page)).toEqual([codeText]);

  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset["printed"] = "yes";
    };
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  for (const notOnPaper of [page.getByRole("banner"), page.getByRole("contentinfo"), page.getByRole("button")])
    for (const each of await notOnPaper.all()) await expect(each).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Item" })).toBeHidden();
  expect(await codesOnPaper(await page.pdf({ preferCSSPageSize: true }))).toEqual([[codeText]]);

  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.getByRole("link", { name: "Back to Item" }).click();
  await expect(page).toHaveURL(`/admin/viewitem/${id}`);
});

test("the labels of a title are downloaded, confirmed, and not listed again", async ({ page, library }) => {
  await page.setViewportSize(wide);
  const clerk = await clerkOf(library.address);
  const sku = "S102";
  const { id, copies } = await stock(clerk, { title: "Label sheets", sku }, 3);
  const codeText = copies.map(({ inventoryItemId }) => JSON.stringify({ inventoryItemId, skuNumber: sku }));
  await clerk.enter(page);
  await page.goto(`/admin/viewitem/${id}`);
  await page.getByRole("link", { name: "Labels" }).click();
  await expect(heading(page, "Labels")).toBeVisible();
  await expect(page).toHaveURL(`/admin/labels?item=${id}`);
  await expect(page.getByText("0 of 3 selected")).toBeVisible();
  await page.getByRole("button", { name: "All copies of this title (3)" }).click();
  await expect(page.getByText("3 of 3 selected")).toBeVisible();

  const press = (name: string) => () => page.getByRole("button", { name }).click();
  const calibration = await download(page, press("Download calibration page"));
  expect(calibration).toEqual({ name: "calibration-5160.pdf", codes: [[]] });

  await box(page, `#${sku} copy 2`).uncheck();
  await page.getByLabel("Label paper").selectOption({ label: "Avery 22806: 12 labels of 2 × 2 in" });
  await page.getByLabel("Start at label").fill("13");
  await expect(page.getByText("This paper has 12 labels on a page.")).toBeVisible();
  await page.getByLabel("Start at label").fill("12");
  await page.getByLabel("Move to the right").fill("left");
  await expect(page.getByText("Enter a number up to 0.39 inches.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download 2 labels" })).toBeDisabled();
  await page.getByLabel("Move to the right").fill("-0.05");
  await page.getByLabel("Measured in").selectOption({ label: "Millimeters" });
  await expect(page.getByLabel("Move to the right")).toHaveValue("-1.3");
  await page.getByRole("checkbox", { name: "Print the shelf location" }).check();
  expect(await download(page, press("Download 2 labels"))).toEqual({
    name: "labels-22806.pdf",
    codes: [[codeText[0]], [codeText[2]]],
  });
  await expect(page.getByRole("alertdialog", { name: "Did the labels print correctly?" })).toBeVisible();
  await page.getByRole("button", { name: "Yes, all of them" }).click();
  await expect(page.getByText("Labels marked as printed.").first()).toBeVisible();
  await page.getByRole("button", { name: "All without a printed label (1)" }).click();
  await expect(page.getByText("1 of 3 selected")).toBeVisible();
  await expect(box(page, `#${sku} copy 2`)).toBeChecked();

  await page.reload();
  await expect(page.getByLabel("Label paper")).toHaveValue("22806");
  await expect(page.getByLabel("Move to the right")).toHaveValue("-1.3");
  await expect(page.getByRole("checkbox", { name: "Print the shelf location" })).toBeChecked();
  await page.goto(`/admin/activity-log?kind=item&id=${id}`);
  await expect(page.getByText(`#${sku} copy 1, #${sku} copy 3`)).toBeVisible();
});
