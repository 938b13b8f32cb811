import type { Page } from "@playwright/test";
import { statuses } from "#contract/catalog/codes.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { counter } from "#e2e/steps/clicks.ts";
import { aPhoto } from "#e2e/steps/files.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { newOrder, placeOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test as base } from "#e2e/test.ts";

/** A clerk at the dashboard, whose clicks are counted. Scans and typing are free. */
const test = base.extend<{ clerk: ReturnType<typeof counter> }>({
  clerk: async ({ page, library }, use) => {
    await (await clerkOf(library.address)).enter(page);
    await page.goto("/admin/dashboard");
    await expect(page.getByRole("link", { name: /^New Orders \d/ })).toBeVisible();
    await use(counter());
  },
});

const orderPage = (page: Page, orderId: number) =>
  page.getByRole("heading", { level: 1, name: `Order #${orderId}`, exact: true });

test("shipping an order takes four clicks and scans, and each further order two clicks", async ({
  page,
  library,
  clerk,
}) => {
  const { borrower, orderId, copy, status, itemId } = await newOrder(library.address, {
    title: "Shipped in four",
    sku: "CK101",
    quantity: 1,
    inStock: 2,
  });
  await (await clerkOf(library.address)).tell(`Borrowers/ConfirmByPhone/${borrower.borrowerId}`); // or it waits for that
  await placeOrder(await newBorrower(library.address, "reader-next"), [itemId]);
  await clerk.click(page.getByRole("link", { name: /^Pack \d/ }));
  await clerk.click(page.getByRole("link", { name: `Pack order #${orderId}` }));
  await expect(page.getByText("0 of 1 checked out")).toBeVisible();
  await scanByHand(page, writeLabel(copy(1)));
  await expect(page.getByText("1 of 1 checked out")).toBeVisible();
  await clerk.click(page.getByRole("radio", { name: "Shipped" }));
  await page.getByLabel(/^Tracking number/).fill("9400111899223197428490");
  await clerk.click(page.getByRole("button", { name: "Save, then next new order" }));
  // the next order is open now, where its scans, "Shipped", and this button ship it
  await expect(page.getByRole("heading", { level: 1, name: /^Edit order #/ })).not.toHaveText(
    new RegExp(`#${orderId}$`),
  );
  await expect(page.getByRole("radio", { name: "Shipped" })).not.toBeChecked();
  expect(await status()).toBe("Shipped");
  expect(clerk.count()).toBe(4);
});

test("checking in a whole package takes a scan and one click", async ({ page, library, clerk }) => {
  const { orderId, status } = await shippedOrder(library.address, { title: "Back at once", sku: "CK102", quantity: 3 });
  await scanByHand(page, writeSlip(orderId));
  await clerk.click(page.getByRole("button", { name: "Check in all 3 copies" }));
  await expect.poll(status).toBe("Returned");
  expect(clerk.count()).toBe(1);
});

test("checking in one copy takes a scan", async ({ page, library, clerk }) => {
  const item = { title: "Back alone", sku: "CK103", quantity: 1 };
  const { copy, status } = await shippedOrder(library.address, item);
  await scanByHand(page, writeLabel(copy(1)));
  await toast(page, "Everything is back.");
  expect(await status()).toBe("Returned");
  expect(clerk.count()).toBe(0);
});

test("finding an order by its borrower’s name takes typing only", async ({ page, library, clerk }) => {
  const item = { title: "Found by name", sku: "CK104", quantity: 1, borrowerName: "Xochitl Zamora" };
  const { orderId } = await newOrder(library.address, item);
  await page.keyboard.type("/zamora");
  await expect(page.getByRole("option", { name: new RegExp(`Open order #${orderId}`) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(orderPage(page, orderId)).toBeVisible();
  expect(clerk.count()).toBe(0);
});

test("an order for a caller takes four clicks", async ({ page, library, clerk }) => {
  const cataloger = await clerkOf(library.address);
  await stock(cataloger, { title: "Kit PC102", sku: "PC102" });
  await newBorrower(library.address, "cesar.chavez", { borrowerName: "Cesar Chavez" });
  await clerk.click(page.getByRole("link", { name: "Order for a caller" }));
  await expect(page.getByRole("searchbox", { name: "Who is calling?" })).toBeFocused();
  await page.keyboard.type("cesar chavez");
  await page.keyboard.press("Enter");
  await clerk.click(page.getByRole("button", { name: "Choose Cesar Chavez" }));
  await expect(page.getByRole("searchbox", { name: "Add a title" })).toBeFocused();
  await page.keyboard.type("PC102");
  await page.keyboard.press("Enter");
  await clerk.click(page.getByRole("button", { name: "Add Kit PC102" }));
  await clerk.click(page.getByRole("button", { name: "Place order" }));
  await expect(page.getByText("Placed for a caller by")).toBeVisible();
  expect(clerk.count()).toBe(4);
  const orderId = Number(/(\d+)$/.exec(page.url())?.[1]);
  expect(await cataloger.ask(`Order/Get/${orderId}`)).toMatchObject({
    statusName: "New",
    borrower: { borrowerName: "Cesar Chavez" },
  });
});

test("finding whom to call about overdue orders takes one click", async ({ page, library, clerk }) => {
  const item = { title: "Long overdue", sku: "CK105", quantity: 1, borrowerName: "Ofelia Overton" };
  const { orderId } = await shippedOrder(library.address, item);
  await page.reload(); // its count is from before
  await clerk.click(page.getByRole("link", { name: /^Call about overdue orders \d/ }));
  const row = page.getByRole("row").filter({ hasText: `Order #${orderId}` });
  await expect(row.getByRole("link", { name: /555/ })).toHaveAttribute("href", /^tel:/);
  expect(clerk.count()).toBe(1);
});

test("declaring a copy lost takes two clicks", async ({ page, library, clerk }) => {
  const { orderId, status } = await shippedOrder(library.address, { title: "Gone", sku: "CK106", quantity: 1 });
  await page.keyboard.type(`/${orderId}`);
  await expect(page.getByRole("option", { name: new RegExp(`Open order #${orderId}`) })).toBeVisible();
  await page.keyboard.press("Enter");
  await clerk.click(page.getByRole("button", { name: "Declare lost: #CK106 copy 1" }));
  await clerk.click(page.getByRole("dialog").getByRole("button", { name: "Declare lost" }));
  await expect(page.getByText("Closed: 1 lost")).toBeVisible();
  expect(await status()).toBe("Returned");
  expect(clerk.count()).toBe(2);
});

test("undoing a wrong Returned takes one click", async ({ page, library, clerk }) => {
  const order = { title: "Not back yet", sku: "CK107", quantity: 1 };
  const { clerk: caller, orderId, status } = await shippedOrder(library.address, order);
  await caller.tell("Order/UpdateOrder/", { orderId, statusId: statuses.returned });
  await page.keyboard.type(`/${orderId}`);
  await expect(page.getByRole("option", { name: new RegExp(`Open order #${orderId}`) })).toBeVisible();
  await page.keyboard.press("Enter");
  await clerk.click(page.getByRole("button", { name: `Undo Returned of order #${orderId}` }));
  await expect.poll(status).toBe("Shipped");
  expect(clerk.count()).toBe(1);
});

test("adding a title with a picture and three copies takes seven clicks", async ({ page, clerk }) => {
  await clerk.click(page.getByRole("link", { name: "Add New" }));
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Seven clicks");
  await page.getByRole("textbox", { name: "SKU number" }).fill("CK108");
  await page.getByRole("textbox", { name: "Description" }).fill("Twenty seconds, with soap.");
  await clerk.click(page.getByRole("radio", { name: "Book" }));
  const subject = page.getByLabel("Subject");
  await subject.focus(); // the list opens by typing, too
  await page.keyboard.type("Personal");
  await clerk.click(page.getByRole("checkbox", { name: "All grades" }));
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    clerk.click(page.getByLabel("Choose a picture")),
  ]);
  await chooser.setFiles(await aPhoto());
  await page.getByLabel(/^Alternative text/).fill("Two hands under a tap");
  await page.getByLabel("Number of copies").fill("3");
  await clerk.click(page.getByRole("button", { name: "Add copies" }));
  await toast(page, "SKU Number Added.");
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  expect(clerk.count()).toBeLessThanOrEqual(7);
});
