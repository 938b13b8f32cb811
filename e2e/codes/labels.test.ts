import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { codesOnPaper, codesOnScreen } from "#e2e/steps/read-codes.ts";
import { type Hand, pressOn, selectWith, typeWith } from "#e2e/steps/keyboard.ts";
import { narrow, onBothScreens, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const box = (page: Page, name: string | RegExp) => page.getByRole("checkbox", { name });

/** The file downloaded by pressing a button, its codes by page. */
async function download(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), codes: await codesOnPaper(await readFile(await file.path())) };
}

/** Ticks a box with a pointer, or by Tab and Space. */
const tickWith = (hand: Hand, page: Page, wanted: Locator) =>
  hand === "pointer" ? wanted.check() : pressOn(page, wanted, "Space");

const isHalf = (some: Locator) => some.evaluate((input: HTMLInputElement) => input.indeterminate);

test.use({ viewport: narrow });

test("the code of a copy is on the screen and on paper, and scans as the copy", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id, copies } = await stock(clerk, { title: "Washing hands", sku: "Q390" }, 2);
  const second = copies[1];
  await clerk.enter(page);
  await page.goto(`/admin/viewitem/${id}`);
  await page.getByRole("link", { name: "QR code of #Q390 copy 2" }).click();
  await expect(heading(page, "QR code")).toBeVisible();
  await expect(page).toHaveURL(`/admin/itemqrcode/${second?.inventoryItemId}`);
  await expect(page).toHaveTitle(/^QR code of #Q390 copy 2/);
  await expect(page.getByText("#Q390 copy 2", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByText("Washing hands")).toBeVisible();

  const said = JSON.stringify({ inventoryItemId: second?.inventoryItemId, skuNumber: "Q390" });
  await onBothScreens(page, async () => expect(await codesOnScreen(page)).toEqual([said]));
  const code = page.getByRole("img", { name: "QR code of #Q390 copy 2" });
  expect(await code.boundingBox()).toMatchObject({ width: 225, height: 225 });
  expect(await codesOnScreen(page)).toEqual([said]);

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
  expect(await codesOnPaper(await page.pdf({ preferCSSPageSize: true }))).toEqual([[said]]);

  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.getByRole("link", { name: "Back to Item" }).click();
  await expect(page).toHaveURL(`/admin/viewitem/${id}`);
});

test("the labels of a title are downloaded, confirmed, and not listed again, at 1280 px", async ({ page, library }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const clerk = await clerkOf(library.address);
  const sku = "S1280";
  const { id, copies } = await stock(clerk, { title: "Sheets at 1280", sku }, 3);
  const said = copies.map(({ inventoryItemId }) => JSON.stringify({ inventoryItemId, skuNumber: sku }));
  await clerk.enter(page);
  await page.goto(`/admin/viewitem/${id}`);
  await page.getByRole("link", { name: "Print labels" }).click();
  await expect(heading(page, "Print labels")).toBeVisible();
  await expect(page).toHaveURL(`/admin/labels?item=${id}`);
  await expect(page.getByText("0 of 3 chosen")).toBeVisible();
  await page.getByRole("button", { name: "All copies of this title (3)" }).click();
  await expect(page.getByText("3 of 3 chosen")).toBeVisible();

  const press = (name: string) => () => page.getByRole("button", { name }).click();
  const calibration = await download(page, press("Calibration page"));
  expect(calibration).toEqual({ name: "calibration-5160.pdf", codes: [[]] });

  await box(page, `#${sku} copy 2`).uncheck();
  await page.getByLabel("Label paper").selectOption({ label: "Avery 22806: 12 labels of 2 × 2 in" });
  await page.getByLabel("Start at label").fill("13");
  await expect(page.getByText("This paper has 12 labels on a page.")).toBeVisible();
  await page.getByLabel("Start at label").fill("12");
  await page.getByLabel("Move to the right").fill("left");
  await expect(page.getByText("Enter a number, at most 0.39 inches.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Download 2 labels" })).toBeDisabled();
  await page.getByLabel("Move to the right").fill("-0.05");
  await page.getByLabel("Measured in").selectOption({ label: "Millimeters" });
  await expect(page.getByLabel("Move to the right")).toHaveValue("-1.3");
  await page.getByRole("checkbox", { name: "Print the shelf place" }).check();
  expect(await download(page, press("Download 2 labels"))).toEqual({
    name: "labels-22806.pdf",
    codes: [[said[0]], [said[2]]],
  });
  await expect(page.getByRole("alertdialog", { name: "Did the labels print correctly?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, all of them" }).click();
  await expect(page.getByText("Labels marked as printed.")).toBeVisible();
  await page.getByRole("button", { name: "All without a printed label (1)" }).click();
  await expect(page.getByText("1 of 3 chosen")).toBeVisible();
  await expect(box(page, `#${sku} copy 2`)).toBeChecked();

  await page.reload();
  await expect(page.getByLabel("Label paper")).toHaveValue("22806");
  await expect(page.getByLabel("Move to the right")).toHaveValue("-1.3");
  await expect(page.getByRole("checkbox", { name: "Print the shelf place" })).toBeChecked();
  await page.goto(`/admin/audit?kind=item&id=${id}`);
  await expect(page.getByText(`#${sku} copy 1, #${sku} copy 3`)).toBeVisible();
});

test("all copies without a label are listed by title, collapsed, a page at a time", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  // sorted before all others
  const title = "000 Folded at 390";
  await stock(clerk, { title, sku: "F390" }, 3);
  await stock(clerk, { title: "000 สุขภาพ 390", sku: "T390" });
  await clerk.enter(page);
  await page.goto("/admin/labels");
  const every = page.getByRole("button", { name: /^All without a printed label \([\d,]+\)$/ });
  const count = Number(/([\d,]+)\)$/.exec(await every.innerText())?.[1]?.replace(",", ""));
  const chosen = (left: number) =>
    page.getByText(`${(count - left).toLocaleString("en-US")} of ${count.toLocaleString("en-US")} chosen`);
  await expect(chosen(count)).toBeVisible();
  await every.click();
  await expect(chosen(0)).toBeVisible();
  await expect(page.getByText(/letters that labels can’t show/)).toBeVisible();
  await expect(box(page, /สุขภาพ 390/)).toHaveAccessibleDescription(/title cut off on the label/);

  const all = box(page, new RegExp(title));
  await expect(all).toHaveAccessibleDescription("All 3 copies · #F390");
  await expect(box(page, "#F390 copy 2")).toBeHidden();
  await page.getByText(`Individual copies of ${title}`).click();
  await box(page, "#F390 copy 2").uncheck();
  await expect(chosen(1)).toBeVisible();
  await expect(all).toHaveAccessibleDescription("2 of 3 copies · #F390");
  expect(await isHalf(all)).toBe(true);
  await all.click();
  await expect(chosen(0)).toBeVisible();
  await all.uncheck();
  await expect(chosen(3)).toBeVisible();

  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(all).toBeHidden();
  await page.goBack();
  await expect(all).not.toBeChecked();
  await page.getByRole("button", { name: "None", exact: true }).click();
  await expect(page.getByRole("button", { name: "Download 0 labels" })).toBeDisabled();
  await page.goto("/admin/labels?page=9999");
  await expect(page.getByText(/^Showing \d+ - (\d+) of \1 results$/)).toBeVisible();
});

test("copies to label are found by title, SKU and shelf, and labeled copies are shown on request, by pointer at 390 px", async ({
  page,
  library,
}) => {
  const [animal, sku] = ["Quokka", "QUO39"];
  const clerk = await clerkOf(library.address);
  const { id, copies } = await stock(clerk, { title: `${animal} anatomy`, sku }, 2);
  const shelfPlace = `${sku} left`;
  await clerk.tell(`Inventory/UpdateInventory/${id}`, { ...(await clerk.ask(`Inventory/Get/${id}`)), shelfPlace });
  await clerk.tell("Labels/MarkPrinted", { inventoryItems: copies.slice(0, 1) });
  const press = (wanted: Locator) => wanted.click();
  const searchBox = page.getByRole("searchbox", { name: "Search" });
  const find = async (words: string) => {
    await searchBox.fill(words);
    await press(page.getByRole("button", { name: "Search", exact: true }));
  };
  await page.setViewportSize(narrow);
  await clerk.enter(page);
  await page.goto("/admin/labels");
  await expect(page.getByText(/^0 of [\d,]{3,} chosen$/)).toBeVisible();
  for (const words of [animal.toLowerCase(), `#${sku}`, shelfPlace]) {
    await find(words);
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
    await expect(page.getByText("0 of 1 chosen")).toBeVisible();
  }
  await tickWith("pointer", page, box(page, new RegExp(`${animal} anatomy`)));
  await expect(page.getByText("1 of 1 chosen")).toBeVisible();
  await page.getByRole("combobox", { name: "Copies", exact: true }).selectOption("All copies");
  await press(page.getByRole("button", { name: "Search", exact: true }));
  await expect(page.getByText("0 of 2 chosen")).toBeVisible();
  await find("no such words at all");
  await expect(page.getByText("No copies match.")).toBeVisible();
  await press(page.getByRole("link", { name: "Show all without a label" }));
  await expect(page.getByText(/^0 of [\d,]{3,} chosen$/)).toBeVisible();
});

test("labels are chosen, downloaded, and confirmed, and a copy renamed in the meantime is reported, by keyboard at 1280 px", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const sku = "LBK12";
  const { id, copies, rename } = await stock(clerk, { title: "Chosen by keyboard", sku }, 2);
  const press = (name: string) => pressOn(page, page.getByRole("button", { name, exact: true }));
  await page.setViewportSize(wide);
  await clerk.enter(page);
  await page.goto(`/admin/labels?item=${id}`);
  await expect(page.getByText("0 of 2 chosen")).toBeVisible();
  await tickWith("keyboard", page, box(page, new RegExp(`#${sku} copy 2`)));
  await expect(page.getByText("1 of 2 chosen")).toBeVisible();
  const roll = "Roll";
  await selectWith("keyboard", page, page.getByRole("combobox", { name: "Label paper" }), roll);
  await typeWith("keyboard", page, page.getByRole("textbox", { name: /^Move down/ }), "0.02");
  const second = JSON.stringify({ inventoryItemId: copies[1]?.inventoryItemId, skuNumber: sku });
  const file = await download(page, () => press("Download 1 label"));
  expect(file).toEqual({ name: "labels-roll.pdf", codes: [[second]] });
  await expect(page.getByRole("alertdialog", { name: "Did the labels print correctly?" })).toBeVisible();
  // a colleague was faster: the printed name is no longer the copy's
  await rename(`${sku}X`);
  await press("Yes, all of them");
  await expect(page.getByText(/^One label is out of date/)).toBeVisible();
  await expect(box(page, new RegExp(`#${sku}X copy 2`))).toHaveAccessibleDescription("no printed label");
});

test("the code of an unknown copy is not found, and a failed request can be retried", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  await clerk.enter(page);
  await page.goto("/admin/itemqrcode/2000000000");
  await expect(page).toHaveURL(/\/notfound$/);
  await page.goto("/admin/itemqrcode/nothing");
  await expect(page).toHaveURL(/\/notfound$/);
  const { copies } = await stock(clerk, { title: "Asked again", sku: "QAGAIN" });
  await page.route("**/api/Inventory/GetInventoryItemById/*", (route) => route.abort());
  await page.goto(`/admin/itemqrcode/${copies[0]?.inventoryItemId}`);
  await expect(page.getByText("This couldn’t load.")).toBeVisible();
  await page.unroute("**/api/Inventory/GetInventoryItemById/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("#QAGAIN copy 1", { exact: true })).toBeVisible();
});
