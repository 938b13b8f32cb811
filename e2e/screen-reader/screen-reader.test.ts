import { administrator } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { fillCart, newOrder } from "#e2e/steps/orders.ts";
import { expect, test } from "#e2e/test.ts";
import {
  arrival,
  comesTo,
  entersPage,
  follows,
  hears,
  isOn,
  listens,
  type Play,
  press,
  tabsTo,
  timesIn,
} from "./listening.ts";

test("a borrower hears every step from a search to an order", async ({ library }) => {
  test.setTimeout(400_000);
  await newBorrower(library.address, "hears.order");
  const title = "A bogmyrtle heard by students";
  await stock(await clerkOf(library.address), { title, sku: "HEARS1" }, 5);
  await listens(`${library.address}/user/home`, async (reader) => {
    await tabsTo(reader, /Search the inventory editable combo box/);
    await reader.types("bogmyrtle");
    await reader.presses("Return");
    await hears(reader, /1 item in stock for “bogmyrtle”/);
    await follows(reader, new RegExp(`${title} link`), arrival(title));
    await follows(reader, /Quantity: one more push button/, /Quantity: 2/);
    await follows(reader, /Add to Cart push button/, new RegExp(`2 added, 2 in your cart ${title}`));
    await follows(reader, /View cart link/, /cart/i);
    await follows(reader, /Login link/, /Log in/);
    await tabsTo(reader, /Username entry/);
    await reader.types("hears.order");
    await tabsTo(reader, /Password password text/);
    await reader.types("apples and pears");
    await reader.presses("Return");
    await hears(reader, /cart/i);
    await follows(reader, /Proceed push button/, /Thank you for your order!/);
  });
});

test("a clerk hears every step of shipping an order", async ({ library }) => {
  test.setTimeout(400_000);
  const { orderId } = await newOrder(library.address, { title: "Heard by its clerk", sku: "HEAR1", quantity: 2 });
  await listens(`${library.address}/admin/login`, async (reader) => {
    await tabsTo(reader, /User ?name entry/i);
    await reader.types(administrator.userName);
    await tabsTo(reader, /Password password text/);
    await reader.types(administrator.password);
    await reader.presses("Return");
    await hears(reader, /Succesfully logged in\./);
    await hears(reader, arrival("Dashboard"));
    await follows(reader, /New Orders \d+ link/, arrival("Orders"));
    await follows(reader, new RegExp(`^Order #${orderId} link`, "m"), arrival(`Order #${orderId}`));
    await follows(reader, /^Edit link/m, arrival(`Edit order #${orderId}`));
    await follows(reader, /Check-out 2 copies of Heard by its clerk push button/, /SKU assigned\./);
    await hears(reader, /#HEAR1 copy 1, #HEAR1 copy 2/);
    // the focus moves on to the next step
    await hears(reader, /Status panel\.\s*New\.\s*selected radio button/);
    // once everything is said, an arrow key reads the next line, which starts with Shipped
    await reader.settles();
    await reader.presses("Down");
    await hears(reader, /^Shipped\.\s*not selected radio button/);
    await reader.settles();
    await press(reader, "space", /^selected$/m);
    await follows(reader, /Save push button/, /Order updated\./);
  });
});

test("a screen reader announces a form's errors and a filter's count once", async ({ library }) => {
  test.setTimeout(400_000);
  await listens(`${library.address}/user/register`, async (reader, page) => {
    await tabsTo(reader, /^Register push button/m);
    await reader.presses("Return");
    await hears(reader, /Full name is required\./);
    expect(timesIn(await reader.settles(), /Full name is required\./g)).toBe(1);
    await page.goto(`${library.address}/user/inventories`);
    await hears(reader, /Finished loading/);
    await reader.settles();
    await tabsTo(reader, /Category .*combo box/); // the stop itself, because the page is still being read aloud with the same words
    for (const _choice of ["Book", "Video"]) {
      await reader.presses("Down");
      await hears(reader, /items in stock/);
      expect(timesIn(await reader.settles(), /items in stock|Showing/g)).toBe(1);
    }
  });
});

test("a borrower hears each change of the cart once, and reads the terms", async ({ library }) => {
  test.setTimeout(400_000);
  const clerk = await clerkOf(library.address);
  const sundew = await stock(clerk, { title: "A sundew to hear", sku: "VOICE1" }, 2);
  const teasel = await stock(clerk, { title: "A teasel to hear", sku: "VOICE2" }, 2);
  const borrower = await newBorrower(library.address, "hears.cart");
  const storage = { ...borrower.kept, cartIdentifier: await fillCart(borrower, [sundew.id, teasel.id]) };
  const play: Play = async (reader, page) => {
    await entersPage(reader);
    await comesTo(reader, page, "Quantity of A sundew to hear: one more");
    expect(await press(reader, "Return", /Total/)).toBe("Quantity of A sundew to hear: 2\nTotal items 3");
    expect(await press(reader, "Return", /stock/)).toBe("Only 2 in stock.");
    await comesTo(reader, page, "Remove A sundew to hear");
    expect(await press(reader, "Return", /cart/)).toBe("Remove “A sundew to hear” from your cart?");
    await press(reader, "Escape");
    await isOn(page, "Remove A sundew to hear");
    await press(reader, "Return", /Remove “A sundew to hear” from your cart\?/);
    await comesTo(reader, page, "Remove");
    const announcement = await press(reader, "Return", /Total items 1/);
    expect(timesIn(announcement, /Item removed from cart\./g)).toBe(1);
    await isOn(page, "A teasel to hear");
    await comesTo(reader, page, "Terms and Responsibilities");
    // the name alone; a listener who wants the text reads on
    expect(await press(reader, "Return", /Terms/)).toMatch(/^Terms and Responsibilities( heading level 2)?\.$/);
    await press(reader, "Down", /Care for the materials heading level 3\./);
    await press(reader, "Down", /Treat every item as you would your own\./);
    await press(reader, "Escape");
    await isOn(page, "Terms and Responsibilities");
    await comesTo(reader, page, "Quantity of A teasel to hear: one fewer");
    await press(reader, "Return", /Remove “A teasel to hear” from your cart\?/);
    await comesTo(reader, page, "Remove");
    await press(reader, "Return", /Total items 0/);
    await isOn(page, "Your cart");
  };
  await listens(`${library.address}/user/cartitems`, play, storage);
});
