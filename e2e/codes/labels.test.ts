import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { decodeCodes, drawPages } from "#server/test/decode-codes.ts";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { addTitle, asked } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const asClerk = (page: Page) => logIn(page, "admin", administrator.userName, administrator.password);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
type Copies = { inventoryItems: { inventoryItemId: number; skuNumber: string }[] };
const copiesOf = async (page: Page, id: number) => (await asked<Copies>(page, `Inventory/Get/${id}`)).inventoryItems;

/** Gives a folder of its own for the time of the work. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-labels-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a scanner reads off the screen. */
const codesOnScreen = (page: Page) =>
  inFolder(async (folder) => {
    const file = path.join(folder, "screen.png");
    await page.screenshot({ path: file, fullPage: true });
    return decodeCodes([file]);
  });

/** What a scanner reads off the paper, page by page. */
const codesOnPaper = (pdf: Uint8Array) =>
  inFolder(async (folder) => (await drawPages(pdf, folder)).map((file) => decodeCodes([file])));

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("the code of a copy is on the screen and on paper, and reads as the copy", async ({ page }) => {
      await asClerk(page);
      const id = await addTitle(page, { title: "Washing hands", sku: `Q${width}` }, 2);
      const second = (await copiesOf(page, id))[1];
      await page.getByRole("link", { name: `QR code of #Q${width} copy 2` }).click();
      await expect(heading(page, "QR code")).toBeVisible();
      await expect(page).toHaveURL(`/admin/itemqrcode/${second?.inventoryItemId}`);
      await expect(page).toHaveTitle(new RegExp(`^QR code of #Q${width} copy 2`));
      await expect(page.getByText(`#Q${width} copy 2`, { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByText("Washing hands")).toBeVisible();
      await expectAccessible(page);

      const said = JSON.stringify({ inventoryItemId: second?.inventoryItemId, skuNumber: `Q${width}` });
      expect(await codesOnScreen(page)).toEqual([said]);
      const code = page.getByRole("img", { name: `QR code of #Q${width} copy 2` });
      expect(await code.boundingBox()).toMatchObject({ width: 225, height: 225 });
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page);
      expect(await codesOnScreen(page)).toEqual([said]);

      await page.emulateMedia({ media: "print" });
      for (const notOnPaper of [page.getByRole("banner"), page.getByRole("contentinfo"), page.getByRole("button")])
        for (const each of await notOnPaper.all()) await expect(each).toBeHidden();
      await expect(page.getByRole("link", { name: "Back to Item" })).toBeHidden();
      expect(await codesOnPaper(await page.pdf({ preferCSSPageSize: true }))).toEqual([[said]]);

      await page.emulateMedia({ media: "screen", colorScheme: "light" });
      await page.getByRole("link", { name: "Back to Item" }).click();
      await expect(page).toHaveURL(`/admin/viewitem/${id}`);
    });
  });
}

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`label sheets at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("a clerk downloads the labels of a title, finds them good, and is not asked for them again", async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await asClerk(page);
      const sku = `S${width}`;
      const id = await addTitle(page, { title: `Sheets at ${width}`, sku }, 3);
      const copies = await copiesOf(page, id);
      const said = copies.map(({ inventoryItemId }) => JSON.stringify({ inventoryItemId, skuNumber: sku }));
      await page.getByRole("link", { name: "Print labels" }).click();
      await expect(heading(page, "Print labels")).toBeVisible();
      await expect(page).toHaveURL(`/admin/labels?item=${id}`);
      await expect(page.getByText("3 of 3 chosen")).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page);

      const download = async (name: string | RegExp) => {
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
        return { name: file.suggestedFilename(), codes: await codesOnPaper(await readFile(await file.path())) };
      };
      expect(await download("Calibration page")).toEqual({ name: "calibration-5160.pdf", codes: [[]] });

      await page.getByRole("checkbox", { name: `#${sku} copy 2` }).uncheck();
      await page.getByLabel("Label paper").selectOption({ label: "Avery 22806: 12 labels of 2 × 2 in" });
      await page.getByLabel("Start at label").fill("13");
      await expect(page.getByText("This paper has 12 labels on a page.")).toBeVisible();
      await page.getByLabel("Start at label").fill("12");
      await page.getByLabel("Move to the right").fill("-4");
      expect(await download("Download 2 labels")).toEqual({ name: "labels-22806.pdf", codes: [[said[0]], [said[2]]] });
      await expect(page.getByRole("alertdialog", { name: "Did they print well?" })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Yes, all of them" }).click();
      await expect(page.getByText("Labels noted as printed.")).toBeVisible();
      await page.getByRole("button", { name: "All without a printed label (1)" }).click();
      await expect(page.getByText("1 of 3 chosen")).toBeVisible();
      await expect(page.getByRole("checkbox", { name: `#${sku} copy 2` })).toBeChecked();

      await page.reload();
      await expect(page.getByLabel("Label paper")).toHaveValue("22806");
      await expect(page.getByLabel("Move to the right")).toHaveValue("-4");
      await page.goto(`/admin/audit?kind=item&id=${id}`);
      await expect(page.getByText(`#${sku} copy 1, #${sku} copy 3`)).toBeVisible();
    });
  });
}

test("the Print button of a code opens the browser's own dialog", async ({ page }) => {
  await asClerk(page);
  await addTitle(page, { title: "Printed", sku: "QPRINT" });
  await page.getByRole("link", { name: "QR code of #QPRINT copy 1" }).click();
  const print = page.getByRole("button", { name: "Print" });
  await expect(print).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset["printed"] = "yes";
    };
  });
  await print.click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
});

test("the code of a copy that is not there is not found, and one that cannot be had is asked for again", async ({
  page,
}) => {
  await asClerk(page);
  await page.goto("/admin/itemqrcode/2000000000");
  await expect(page).toHaveURL(/\/notfound$/);
  await page.goto("/admin/itemqrcode/nothing");
  await expect(page).toHaveURL(/\/notfound$/);
  const id = await addTitle(page, { title: "Asked again", sku: "QAGAIN" });
  const [copy] = await copiesOf(page, id);
  await page.route("**/api/Inventory/GetInventoryItemById/*", (route) => route.abort());
  await page.goto(`/admin/itemqrcode/${copy?.inventoryItemId}`);
  await expect(page.getByText("This could not be loaded.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/Inventory/GetInventoryItemById/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("#QAGAIN copy 1", { exact: true })).toBeVisible();
});
