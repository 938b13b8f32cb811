import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { parcelAtDesk, shippedOrder } from "#e2e/steps/shipping.ts";
import { test } from "#e2e/test.ts";
import { enters, follows, listens, opens, tabsTo } from "./listening.ts";
import type { ScreenReader } from "./screen-reader.ts";

async function press(reader: ScreenReader, key: string, times = 1) {
  for (let at = 0; at < times; at += 1) {
    await reader.presses(key);
    await reader.settles();
  }
}

test("a borrower hears quantities, the terms, and what is suggested", async ({ library }) => {
  test.setTimeout(600_000);
  const borrower = await newBorrower(library.address, "hears.stops");
  const { id } = await stock(await clerkOf(library.address), { title: "A sundew heard by students", sku: "HEARS3" }, 3);
  const { data: cartIdentifier } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
  await listens(`${library.address}/user/home`, async (reader, page) => {
    await enters(page, { ...borrower.kept, cartIdentifier });
    await opens(reader, page, `${library.address}/user/viewitem/${id}`);
    await follows(reader, /one more push button/, /Quantity: 2/);
    await press(reader, "Return", 2);
    await press(reader, "shift+Tab", 1);
    await press(reader, "Down", 3);
    await press(reader, "Up", 3);
    await press(reader, "shift+Tab", 1);
    await press(reader, "Return", 3);
    await opens(reader, page, `${library.address}/user/cartitems`);
    await tabsTo(reader, /one more push button/);
    await press(reader, "Return", 3);
    await press(reader, "Tab", 1);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 1);
    await press(reader, "Escape", 1);
    await tabsTo(reader, /Terms and Responsibilities push button/);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 3);
    await press(reader, "Escape", 1);
    await opens(reader, page, `${library.address}/user/inventories`);
    await tabsTo(reader, /Search text/);
    await reader.types("sundew");
    await reader.settles();
    await press(reader, "Down", 2);
    await press(reader, "Return", 1);
  });
});

test("a borrower hears the account and an order that goes back", async ({ library }) => {
  test.setTimeout(600_000);
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, {
    title: "A kit heard by students",
    sku: "HEARS4",
    quantity: 1,
  });
  await listens(`${library.address}/user/home`, async (reader, page) => {
    await enters(page, borrower.kept);
    await opens(reader, page, `${library.address}/user/account/${borrower.userId}`);
    await follows(reader, /^Edit push button/m, /Full name/);
    await reader.types("Ana Maria");
    await tabsTo(reader, /^Save push button/m);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 1);
    await opens(reader, page, `${library.address}/user/orderdetails/${orderId}`);
    await tabsTo(reader, /I sent it back push button/);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 4);
    await tabsTo(reader, /Tell the library push button/);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 1);
    await tabsTo(reader, /push button/);
    await opens(reader, page, `${library.address}/user/orderlist/${borrower.userId}`);
    await press(reader, "Tab", 5);
  });
});

test("a clerk hears returns, and a count of a shelf", async ({ library }) => {
  test.setTimeout(600_000);
  const { clerk, orderId } = await parcelAtDesk(library.address, {
    title: "A kit back by ear",
    sku: "HEARS5",
    quantity: 2,
  });
  await listens(`${library.address}/admin/login`, async (reader, page) => {
    await enters(page, clerk.kept);
    await opens(reader, page, `${library.address}/admin/returns`);
    await tabsTo(reader, /Copy or order/);
    await reader.types("HEARS5 copy 1");
    await press(reader, "Return", 1);
    await press(reader, "Tab", 4);
    await opens(reader, page, `${library.address}/admin/returns?order=${orderId}`);
    await press(reader, "Tab", 14);
    await opens(reader, page, `${library.address}/admin/stock-take`);
    await tabsTo(reader, /Start push button/);
    await press(reader, "Return", 1);
    await tabsTo(reader, /Copy entry/);
    await reader.types("HEARS5 copy 2");
    await press(reader, "Return", 1);
    await press(reader, "Tab", 3);
  });
});

test("a clerk hears an item's form, the settings, and a borrower's page", async ({ library }) => {
  test.setTimeout(600_000);
  const clerk = await clerkOf(library.address);
  const borrower = await newBorrower(library.address, "heard.borrower");
  await listens(`${library.address}/admin/login`, async (reader, page) => {
    await enters(page, clerk.kept);
    await opens(reader, page, `${library.address}/admin/item`);
    await tabsTo(reader, /Add SKU number push button/);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 2);
    await press(reader, "Return", 1);
    await opens(reader, page, `${library.address}/admin/settings`);
    await tabsTo(reader, /Save settings push button/);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 1);
    await opens(reader, page, `${library.address}/admin/borrowers/${borrower.borrowerId}`);
    await tabsTo(reader, /^Edit/m);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 2);
    await tabsTo(reader, /^Save push button/m);
    await press(reader, "Return", 1);
    await press(reader, "Tab", 1);
  });
});
