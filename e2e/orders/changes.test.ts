import { limits } from "#contract/catalog/codes.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import { newOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";

/** Places an order for a kit of which the library has two copies. */
const kitOrder = (address: string, sku: string) =>
  newOrder(address, { title: `Kit ${sku}`, sku, quantity: 1, inStock: 2 });

test("staff cancel an order with a reason and undo it with one press, by keyboard", async ({ page, library }) => {
  const { orderId, status } = await kitOrder(library.address, "CA102");
  await asClerk(page, `/admin/orderdetails/${orderId}`);
  await pressOn(page, page.getByRole("button", { name: "Cancel order" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await pressOn(page, dialog.getByRole("button", { name: "Cancel order" }));
  await expect(dialog.getByText("Reason is required.").first()).toBeVisible();
  await typeOver(page, dialog.getByRole("textbox", { name: "Reason" }), "The school asked");
  await pressOn(page, dialog.getByRole("button", { name: "Cancel order" }));
  await expect(page.getByText("This order is canceled")).toBeVisible();
  await expect(page.getByText(/: The school asked/)).toBeVisible();
  expect(await status()).toBe("Canceled");

  // the form offers the four statuses of every order, but not Canceled
  await page.goto(`/admin/editorder/${orderId}`);
  const statuses = page.locator("input[name=statusId]");
  await expect(statuses).toHaveCount(4);
  await expect(statuses.and(page.getByRole("radio", { checked: true }))).toHaveCount(0);
  await pressOn(page, page.getByRole("button", { name: "Undo" }));
  await expect(page.getByRole("button", { name: "Cancel order" })).toBeVisible();
  expect(await status()).toBe("New");
});

test("staff change the titles of an order and see what is in stock, by keyboard", async ({ page, library }) => {
  const { clerk, orderId } = await kitOrder(library.address, "CH102");
  await stock(clerk, { title: "Poster CP102", sku: "CP102" }, 3);
  await asClerk(page, `/admin/editorder/${orderId}`);
  await pressOn(page, page.getByRole("button", { name: "Change titles" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 more in stock")).toBeVisible();
  const search = dialog.getByRole("searchbox", { name: "Add a title" });
  await search.fill("x".repeat(limits.line + 1));
  await expect(search).toHaveValue("x".repeat(limits.line)); // the search takes one line
  await typeOver(page, search, "CP102");
  await page.keyboard.press("Enter");
  await pressOn(page, dialog.getByRole("button", { name: "Add Poster CP102" }));
  await expect(dialog.getByText("2 more in stock")).toBeVisible();
  await pressOn(page, dialog.getByRole("button", { name: "Quantity of Kit CH102: one more" }));
  await expect(dialog.getByText("None left in stock")).toBeVisible();
  await pressOn(page, dialog.getByRole("button", { name: "Save and email the borrower" }));
  await toast(page, "Order changed.");
  await expect(page.getByRole("heading", { name: "Items (3)" })).toBeVisible();

  await pressOn(page, page.getByRole("button", { name: "Change titles" }));
  await pressOn(page, dialog.getByRole("button", { name: "Remove Kit CH102" }));
  await expect(dialog.getByRole("heading", { name: "On this order" })).toBeFocused();
  await pressOn(page, dialog.getByRole("button", { name: "Remove Poster CP102" }));
  await pressOn(page, dialog.getByRole("button", { name: "Save and email the borrower" }));
  await expect(dialog.getByText(/An order needs at least one title/).first()).toBeVisible();
  await pressOn(page, dialog.getByRole("button", { name: "Discard" }));
  await expect(page.getByRole("heading", { name: "Items (3)" })).toBeVisible();
});

test("staff register a borrower who calls and order for them", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const sku = "PN101";
  await stock(await clerkOf(library.address), { title: `Kit ${sku}`, sku });
  await asClerk(page, "/admin/callerorder");
  await page.getByRole("button", { name: "Register a new borrower" }).click();
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Full name is required.").first()).toBeVisible();
  const fields = {
    "Full name": "Rosa Diaz",
    "Email address": "rosa.diaz@lincoln.example",
    "Phone number": "(408) 555-0137",
    "School name": "Lincoln Middle School",
    "School district": "Santa Clara",
    Street: "1 Main Street",
    City: "San Jose",
    State: "CA",
    Zip: "95110",
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText(/Lincoln Middle School, San Jose/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Add a title" }).fill(sku);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Add Kit ${sku}` }).click();
  // next to the pressed button, as the list of the order is further down
  const matches = page.getByRole("list", { name: "Titles found" }).getByRole("listitem");
  await expect(matches).toContainText("1 on this order");
  await expect(page.getByRole("heading", { name: "On this order" })).toBeVisible();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page.getByText("Placed for a caller by")).toBeVisible();
});

test("a borrower cancels a new order in Spanish, and can't cancel one that is being packed", async ({
  page,
  library,
  someoneElse,
}) => {
  const { clerk, borrower, orderId, status } = await kitOrder(library.address, "OC102");
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}?lang=es`);
  await pressOn(page, page.getByRole("button", { name: "Cancelar el pedido" }));
  await pressOn(page, page.getByRole("alertdialog").getByRole("button", { name: "Cancelar el pedido" }));
  await expect(page.getByText("Cancelado", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancelar el pedido" })).toHaveCount(0);
  expect(await status()).toBe("Canceled");

  // Undo has the focus, and is still there after a reload
  const undo = page.getByRole("button", { name: "Deshacer" });
  await expect(undo).toBeFocused();
  await page.reload();
  await pressOn(page, undo);
  await toast(page, "Su pedido vuelve a estar activo.");
  await expect(page.getByRole("button", { name: "Cancelar el pedido" })).toBeFocused();
  expect(await status()).toBe("New");

  const second = await kitOrder(library.address, "OD102");
  const another = await someoneElse();
  await second.borrower.enter(another);
  await another.goto(`/user/vieworder/${second.orderId}`);
  await expect(another.getByRole("button", { name: "Cancel order" })).toBeVisible();
  await clerk.tell("Order/UpdateOrder/", { orderId: second.orderId, statusId: 2 });
  await another.getByRole("button", { name: "Cancel order" }).click();
  await another.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await toast(another, "We’re already packing this order. Please call or email us to change or cancel it.");
  await expect(another.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  expect(await second.status()).toBe("Processing");
});

test("staff undo a wrong status with one press after saving", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const { clerk, orderId, status } = await kitOrder(library.address, "UN101");
  await clerk.tell(`Order/CheckOutAll/${orderId}`);
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("radio", { name: "Shipped" }).check();
  await page.getByRole("textbox", { name: "Tracking number (optional)" }).fill("1Z999AA10123456784");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Order #${orderId} was set to Shipped`)).toBeVisible();
  const undo = page.getByRole("button", { name: `Undo Shipped of order #${orderId}` });
  await undo.click();
  await expect.poll(status).toBe("New");
  await expect(undo).toBeHidden();
  expect(await clerk.ask(`Order/Get/${orderId}`)).toMatchObject({ trackingNumber: "", shipDate: null });
});

test("shipping an order says whom to call when its borrower can’t be emailed", async ({ page, library }) => {
  const sku = "NE101";
  const { clerk, borrower, orderId } = await kitOrder(library.address, sku);
  await askDatabaseOf(
    library.address,
    `update accounts set password_hash = null where user_id = ${borrower.userId}`, // as after an import
  );
  await clerk.tell(`Order/CheckOutAll/${orderId}`);
  await asClerk(page, "/admin/orderlist");
  await page.getByRole("link", { name: /^Can’t be emailed \d+$/ }).click();
  await expect(page).toHaveURL(/work=no-email/);
  await page.getByRole("searchbox", { name: "Find orders" }).fill(sku);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
  const alert = page.getByText("This borrower can’t be emailed");
  await expect(alert).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Edit order #${orderId}` })).toBeVisible();
  await expect(alert).toBeVisible();
  await expect(page.getByRole("link", { name: "(559) 555-0142" }).first()).toHaveAttribute("href", "tel:5595550142");
  await page.getByRole("radio", { name: "Shipped" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Order #${orderId} was set to Shipped`)).toBeVisible();
  await expect(page.getByText("Dolores Huerta can’t be emailed. Call (559) 555-0142 instead.")).toBeVisible();
});
