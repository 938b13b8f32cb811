import type { Locator, Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, selectOn, typeOver } from "#e2e/steps/keyboard.ts";
import { aPhoto } from "#e2e/steps/files.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { placeOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const titleBox = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const skuBox = (page: Page) => page.getByRole("textbox", { name: "SKU number" });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("a clerk adds a title with a picture and three copies in at most 12 interactions", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  const title = "Washing hands on a phone";
  const photo = await aPhoto();
  await asClerk(page, "/admin/inventorylist");
  await expect(heading(page, "Inventory")).toBeVisible();

  let interactions = 0;
  const does = async (step: Promise<unknown>) => {
    interactions += 1;
    await step;
  };
  await does(page.getByRole("link", { name: "Add New" }).click());
  await does(titleBox(page).fill(title));
  await does(skuBox(page).fill("W101"));
  await does(page.getByRole("textbox", { name: "Description" }).fill("Twenty seconds, with soap."));
  await does(page.getByRole("radio", { name: "Book" }).check());
  await does(page.getByLabel("Subject").selectOption({ label: "Personal Health and Wellness" }));
  await does(page.getByRole("checkbox", { name: "All grades" }).check());
  await does(page.getByLabel("Choose a picture").setInputFiles(photo));
  await does(page.getByLabel(/^Alternative text/).fill("Two hands under a tap"));
  await does(page.getByRole("textbox", { name: "Tags" }).fill("hygiene, hand washing"));
  await does(page.getByLabel("Number of copies").fill("3"));
  await does(page.getByRole("button", { name: "Add copies" }).click());

  await toast(page, "SKU Number Added.");
  await expect(heading(page, "Edit item")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/item\/\d+$/);
  expect(interactions).toBeLessThanOrEqual(12);
  await page.reload();
  await expect(titleBox(page)).toHaveValue(title);
  await expect(page.getByText("hand washing")).toBeVisible();
  await expect(page.getByText("the cover.jpg", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "View" }).click();
  await expect(heading(page, title)).toBeVisible();
  for (const copy of [1, 2, 3]) {
    const row = page.getByRole("row", { name: new RegExp(`#W101 copy ${copy}`) });
    await expect(row.getByText("Available")).toBeVisible();
  }
  const picture = page.getByRole("img", { name: "Two hands under a tap" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  expect(await picture.getAttribute("srcset")).toMatch(/^\/media\/\S+ \d+w, /);

  await page.goto(`/user/inventories/${encodeURIComponent(title)}`);
  await expect(page.getByRole("article").filter({ hasText: title }).getByRole("img").first()).toHaveAttribute(
    "src",
    /^\/media\//,
  );
});

test("the optional details of a title are folded and open for an error, with the copies beside the title", async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await asClerk(page, "/admin/item/add");
  const more = page.locator("summary", { hasText: "More details" });
  const cost = page.getByLabel(/^Replacement cost/);
  await expect(more).toBeVisible();
  await expect(cost).toBeHidden();
  // this library has no source for looking it up
  const isbn = page.getByRole("textbox", { name: "ISBN" });
  await expect(isbn).toBeHidden();
  const copies = page.getByLabel("Number of copies");
  const [titleArea, copiesArea] = [await titleBox(page).boundingBox(), await copies.boundingBox()];
  expect(copiesArea?.x).toBeGreaterThan((titleArea?.x ?? 0) + (titleArea?.width ?? 0));
  const colorOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const green = await colorOf(page.getByRole("button", { name: "Add copies" }));
  const colors = await Promise.all((await page.locator("main button").all()).map(colorOf));
  expect(colors.filter((color) => color === green)).toHaveLength(1);

  await more.click();
  await expect(isbn).toBeVisible();
  await expect(page.getByRole("button", { name: "Look up" })).toHaveCount(0);
  await cost.fill("a lot");
  await more.click();
  await expect(cost).toBeHidden();
  await expect(more).toContainText("Replacement cost");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(cost).toBeVisible();
  const summary = page.getByRole("group", { name: "Please correct the invalid fields." });
  await summary.getByRole("link", { name: /Replacement cost/i }).click();
  await expect(cost).toBeFocused();
  await cost.fill("24.50");
  await expect(cost).toBeVisible();
});

test("a clerk duplicates a title and adds copies, even if a colleague takes the SKU first", async ({
  page,
  library,
}) => {
  const press = (target: Locator) => pressOn(page, target);
  const next = page.getByRole("button", { name: /^Use \S+ \(the next available SKU number\)$/ });
  const summary = page.getByRole("group", { name: "Please correct the invalid fields." });
  const title = "One of two keyboard";
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title, sku: "IDUPK" }, 2);
  await page.setViewportSize(wide);
  await asClerk(page);
  await page.goto(`/admin/viewitem/${id}`);
  await press(page.getByRole("link", { name: "Duplicate" }));
  await expect(heading(page, "Add item")).toBeVisible();
  await expect(titleBox(page)).toHaveValue(title);
  await expect(page.getByRole("radio", { name: "Book" })).toBeChecked();
  await expect(skuBox(page)).toHaveValue("");
  await press(next);
  await expect(skuBox(page)).toBeFocused();
  const sku = await skuBox(page).inputValue();
  await stock(clerk, { title: "Faster keyboard", sku: sku });
  await press(page.getByRole("button", { name: "Add copies" }));
  await expect(summary.getByRole("link")).toHaveText([`This SKU Number is already used by "Faster keyboard".`]);
  await press(next);
  expect(await skuBox(page).inputValue()).not.toBe(sku);
  await typeOver(page, page.getByLabel("Number of copies"), "2");
  await press(page.getByRole("button", { name: "Save", exact: true })); // adds the copies that were typed, too
  await toast(page, "SKU Number Added.");
  await press(page.getByRole("link", { name: "View" }));
  await expect(heading(page, title)).toBeVisible();
  const more = page.getByRole("form", { name: "Add copies" });
  await typeOver(page, more.getByLabel("Number of copies"), "0");
  await press(more.getByRole("button", { name: "Add copies" }));
  await expect(more.getByText("Number of copies must be from 1 to 50.")).toBeVisible();
  await typeOver(page, more.getByLabel("Number of copies"), "2");
  await press(more.getByRole("button", { name: "Add copies" }));
  await toast(page, "SKU Number Added.");
  await expect(page.getByRole("row", { name: / copy 4/ })).toBeVisible();
  await expect(page.getByRole("row", { name: / copy 5/ })).toBeHidden();
});

test("a clerk edits a title, its SKU only while every copy is available, and deactivates and reactivates a copy", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "First words", sku: "E1" }, 2);
  await asClerk(page, `/admin/item/${id}`);
  await titleBox(page).fill("Second words");
  await skuBox(page).fill("E2");
  await saveButton(page).click();
  await toast(page, "Item Updated.");
  const row = page.getByRole("row", { name: /#E2 copy 1/ });
  const dialog = page.getByRole("dialog", { name: "Set #E2 copy 1 inactive?" });
  const lockNote = page.getByText("The SKU Number can be changed only while every copy is available.");
  await page.setViewportSize(narrow);
  await row.getByRole("button", { name: "Set inactive #E2 copy 1" }).click();
  await dialog.getByRole("radio", { name: "Damaged" }).check();
  await dialog.getByRole("button", { name: "Set inactive" }).click();
  await expect(row.getByText("Damaged")).toBeVisible();
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  await expect(skuBox(page)).not.toBeEditable();
  await expect(lockNote).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(row.getByText("Available")).toBeVisible();
  await row.getByRole("button", { name: "Set inactive #E2 copy 1" }).click();
  await dialog.getByRole("button", { name: "Set inactive" }).click();
  await pressOn(page, row.getByRole("button", { name: "Archive #E2 copy 1" }));
  await expect(page.getByText("#E2 copy 1 is archived.")).toBeVisible();
  await expect(row).toBeHidden();
  await expect(page.getByText("1 archived copy")).toBeVisible();
  await expect(page.getByRole("row", { name: /#E2 copy 2/ })).toBeFocused();
  await pressOn(page, page.getByRole("button", { name: "Undo", exact: true }));
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  // what was typed in the meantime stays and is saved on top of the new version
  await titleBox(page).fill("Third words");
  await row.getByRole("button", { name: "Set active #E2 copy 1" }).click();
  await expect(row.getByText("Available")).toBeVisible();
  await expect(titleBox(page)).toHaveValue("Third words");
  await saveButton(page).click();
  await expect(page.getByText("Not saved yet")).toBeHidden();
  expect(await clerk.ask(`Inventory/Get/${id}`)).toMatchObject({
    title: "Third words",
    inStock: 2,
    referenceNumber: "E2",
  });
});

test("staff see a title's loans, archive it once it has none, and restore it", async ({ page, library }) => {
  type Title = { version: number; inventoryItems: { inventoryItemId: number; isInactive: boolean }[] };
  const [title, sku] = ["Filmstrip by keyboard", "ARC11"];
  const loan = { title, sku, quantity: 1, borrowerName: "Fay Filmstrip" };
  const atDesk = await shippedOrder(library.address, loan);
  const { clerk, itemId: id } = atDesk;
  const storedTitle = () => clerk.ask<Title>(`Inventory/Get/${id}`);
  await clerk.tell("Inventory/AddReferenceNumber", { ...(await storedTitle()), copies: 3 });
  const { inventoryItems: copies, ...rest } = await storedTitle();
  const inventoryItems = copies.map((each, place) => ({ ...each, isInactive: place === 3 }));
  await clerk.tell(`Inventory/UpdateInventory/${id}`, { ...rest, inventoryItems });
  const orderId = await placeOrder(await newBorrower(library.address, "filmstrip"), [id]);

  const press = (target: Locator) => pressOn(page, target);
  const list = () => page.goto(`/admin/inventorylist?q=${sku}`);
  const titleLink = page.getByRole("link", { name: title, exact: true });
  const cells = page.getByRole("row", { name: new RegExp(title) }).getByRole("cell");
  const expectCounts = (...counts: (string | RegExp)[]) =>
    expect(cells).toContainText([`#${sku}`, "Book", "Comprehensive Health", "", ...counts]);
  const archive = page.getByRole("button", { name: "Archive", exact: true });
  await page.setViewportSize(narrow);
  await asClerk(page);
  await list();
  await expectCounts("1", /^(Copies)?4\s*1 inactive$/, "1", "1");
  await press(titleLink);
  const holders = page.getByRole("table", { name: `Loans and reservations of ${title}` });
  const holder = holders.getByRole("row").filter({ hasText: loan.borrowerName });
  await expect(holder).toContainText(`Order #${atDesk.orderId}`);
  await expect(holder).toContainText("1 on loan");
  await expect(holder).toContainText("Jan 15, 2026");
  await expect(holders.getByRole("row").filter({ hasText: `Order #${orderId}` })).toContainText("1 reserved");
  await press(archive);
  const inUse = `order #${atDesk.orderId} has 1 copy, order #${orderId} has reserved 1 copy`;
  await expect(page.getByText(`This title can’t be archived yet: ${inUse}.`)).toBeVisible();
  await clerk.tell(`Order/Cancel/${orderId}`, { reason: "Not needed" });
  await clerk.tell("Returns/CheckIn", { inventoryItemId: atDesk.copy(1).inventoryItemId });
  await page.reload();
  await press(archive);
  await expect(page.getByText("This title is archived.")).toBeVisible();
  await expect(archive).toBeHidden();
  await list();
  await expect(page.getByText("No records to display.")).toBeVisible();
  await selectOn(page, page.getByLabel("Show"), "Archived");
  await press(page.getByRole("button", { name: "Search", exact: true }));
  await expect(page).toHaveURL(/show=archived/);
  await expect(titleLink).toBeVisible();
  await page.goto(`/user/viewitem/${id}`);
  await expect(page.getByText("The library no longer lends this title.")).toBeVisible();
  await page.goto(`/admin/viewitem/${id}`);
  await press(page.getByRole("button", { name: "Lend it again" }));
  await expect(archive).toBeVisible();
  await expect(heading(page, title)).toBeFocused();
  await expect(holders).toHaveCount(0);
  await list();
  await expectCounts("3", /^(Copies)?4\s*1 inactive$/, "0", "0");
});
