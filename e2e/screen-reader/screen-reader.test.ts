import { administrator } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { orderAtDesk, parcelAtDesk, shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";
import {
  arrival,
  comesTo,
  entersPage,
  follows,
  hears,
  isOn,
  listens,
  opens,
  type Play,
  press,
  tabsTo,
  timesIn,
  writes,
} from "./listening.ts";

/** What is heard on the way from a search to an order. The reader's own words, such as "link", are its reader's language. */
const orderWords = {
  en: {
    search: /Search the inventory editable combo box/,
    found: (text: string) => `1 item in stock for “${text}”`,
    more: /Quantity: one more push button/,
    quantity: /Quantity: 2/,
    add: /Add to Cart push button/,
    added: "2 added, 2 in your cart",
    view: /View cart link/,
    login: /Login link/,
    loginPage: /Log in/,
    userName: /Username entry/,
    password: /Password password text/,
    cart: /cart/i,
    proceed: /Proceed push button/,
    thanks: /Thank you for your order!/,
  },
  es: {
    search: /Buscar en el catálogo editable combo box/,
    found: (text: string) => `1 material disponible para “${text}”`,
    more: /Cantidad: uno más push button/,
    quantity: /Cantidad: 2/,
    add: /Agregar al carrito push button/,
    added: "2 agregados, 2 en su carrito",
    view: /Ver el carrito link/,
    login: /Entrar link/,
    loginPage: /Iniciar sesión/,
    userName: /Nombre de usuario entry/,
    password: /Contraseña password text/,
    cart: /carrito/i,
    proceed: /Continuar push button/,
    thanks: /¡Gracias por su pedido!/,
  },
};

for (const [language, words] of Object.entries(orderWords)) {
  const inWords = { en: "English", es: "Spanish" }[language];
  test(`a borrower hears the way from a search to an order in ${inWords}`, async ({ library }) => {
    test.setTimeout(400_000);
    const userName = `hears.${language}`;
    await newBorrower(library.address, userName);
    const [word, sku] = language === "en" ? ["bogmyrtle", "HEARS1"] : ["jaguarundi", "HEARS2"];
    const title = `A ${word} heard by students`;
    await stock(await clerkOf(library.address), { title, sku }, 5);
    await listens(`${library.address}/user/home?lang=${language}`, async (reader) => {
      await tabsTo(reader, words.search);
      await reader.types(word);
      await reader.presses("Return");
      await hears(reader, new RegExp(words.found(word)));
      await follows(reader, new RegExp(`${title} link`), arrival(title));
      await follows(reader, words.more, words.quantity);
      await follows(reader, words.add, new RegExp(`${words.added} ${title}`));
      await follows(reader, words.view, words.cart);
      await follows(reader, words.login, words.loginPage);
      await tabsTo(reader, words.userName);
      await reader.types(userName);
      await tabsTo(reader, words.password);
      await reader.types("apples and pears");
      await reader.presses("Return");
      await hears(reader, words.cart);
      await follows(reader, words.proceed, words.thanks);
    });
  });
}

test("a clerk hears the way of an order to shipped", async ({ library }) => {
  test.setTimeout(400_000);
  const { orderId } = await orderAtDesk(library.address, { title: "Heard by its clerk", sku: "HEAR1", quantity: 2 });
  await listens(`${library.address}/admin/login`, async (reader) => {
    await tabsTo(reader, /User ?name entry/i);
    await reader.types(administrator.userName);
    await tabsTo(reader, /Password password text/);
    await reader.types(administrator.password);
    await reader.presses("Return");
    await hears(reader, /Succesfully logged in\./);
    await hears(reader, arrival("Dashboard"));
    await follows(reader, /Show only new orders link/, arrival("Orders"));
    await follows(reader, new RegExp(`^Order #${orderId} link`, "m"), arrival(`Order #${orderId}`));
    await follows(reader, /^Edit link/m, arrival(`Edit order #${orderId}`));
    await follows(reader, /Check-out 2 copies of Heard by its clerk push button/, /SKU assigned\./);
    await hears(reader, /#HEAR1 copy 1, #HEAR1 copy 2/);
    // the focus goes on to what comes next
    await hears(reader, /Status panel\.\s*New\.\s*selected radio button/);
    // once all is said, an arrow key reads the next line: it starts with Shipped
    await reader.settles();
    await reader.presses("Down");
    await hears(reader, /^Shipped\.\s*not selected radio button/);
    await reader.settles();
    await press(reader, "space", /^selected$/m);
    await follows(reader, /Save push button/, /Order updated\./);
  });
});

test("the errors of a form and the count of a filter are heard once", async ({ library }) => {
  test.setTimeout(400_000);
  await listens(`${library.address}/user/register`, async (reader, page) => {
    await tabsTo(reader, /^Register push button/m);
    await reader.presses("Return");
    await hears(reader, /Full name is required\./);
    expect(timesIn(await reader.settles(), /Full name is required\./g)).toBe(1);
    await page.goto(`${library.address}/user/inventories`);
    await hears(reader, /Finished loading/);
    await reader.settles();
    await tabsTo(reader, /Category .*combo box/); // the stop itself: the page is still being read aloud, with the same words
    for (const _choice of ["Book", "Video"]) {
      await reader.presses("Down");
      await hears(reader, /items in stock/);
      expect(timesIn(await reader.settles(), /items in stock|Showing/g)).toBe(1);
    }
  });
});

/** What a borrower's tab stores whose cart has one of each title. */
async function cartOf(address: string, userName: string, titles: readonly { title: string; sku: string }[]) {
  const clerk = await clerkOf(address);
  const borrower = await newBorrower(address, userName);
  let cartIdentifier = "";
  for (const title of titles) {
    const { id } = await stock(clerk, title, 2);
    const path = `Cart/AddItemToCart/${id}/1/false${cartIdentifier && `/${cartIdentifier}`}`;
    cartIdentifier = (await borrower.tell<{ data: string }>(path)).data;
  }
  return { ...borrower.kept, cartIdentifier };
}

test("a borrower hears each change of the cart once, and reads the terms", async ({ library }) => {
  test.setTimeout(400_000);
  const titles = [
    { title: "A sundew to hear", sku: "VOICE1" },
    { title: "A teasel to hear", sku: "VOICE2" },
  ];
  const kept = await cartOf(library.address, "hears.cart", titles);
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
    const removed = await press(reader, "Return", /Total items 1/);
    expect(timesIn(removed, /A sundew to hear: Item removed from cart\./g)).toBe(1);
    await isOn(page, "A teasel to hear");
    await comesTo(reader, page, "Terms and Responsibilities");
    // the name alone: who wants the text reads on
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
  await listens(`${library.address}/user/cartitems`, play, kept);
});

test("a borrower hears what is due, a change of the account, and the way out", async ({ library }) => {
  test.setTimeout(400_000);
  const clerk = await clerkOf(library.address);
  const { borrower } = await shippedOrder(clerk, { title: "A lupine to hear", sku: "VOICE3", quantity: 1 });
  const play: Play = async (reader, page) => {
    await entersPage(reader);
    await comesTo(reader, page, "View Order History");
    await press(reader, "Down", /With you or on its way to you heading level 3\./);
    await press(reader, "Down", /A lupine to hear\.\s+Due back\s+Jan 15, 2026\.\s+\d+ days overdue\./);
    await comesTo(reader, page, "Edit");
    await press(reader, "Return", /Full name entry Dolores Huerta required\./);
    await reader.types("Ana Maria");
    await reader.settles();
    await comesTo(reader, page, "Save");
    const saved = await press(reader, "Return", /Updated\./);
    expect(timesIn(saved, /Updated/g)).toBe(1);
    await isOn(page, "Edit");
    await comesTo(reader, page, "Change password");
    await press(reader, "Return", arrival("Change password"));
    await comesTo(reader, page, "New password");
    await reader.types("apple");
    await hears(reader, /Strength: Too short\./);
    await reader.types(" pie and pears");
    await hears(reader, /Strength: Good\./);
    expect(timesIn(await reader.settles(), /Strength/g)).toBe(1);
    await comesTo(reader, page, "Español");
    await press(reader, "Return", /^Español$/m);
    await comesTo(reader, page, "English");
    await press(reader, "Return", /^English$/m);
    await comesTo(reader, page, "Log Out");
    expect(await press(reader, "Return", /You’re logged out\./)).toMatch(arrival("Log in"));
  };
  await listens(`${library.address}/user/account/${borrower.userId}`, play, borrower.kept);
});

test("a borrower hears the questions about an order, and what came of each answer", async ({ library }) => {
  test.setTimeout(400_000);
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, { title: "A yarrow to hear", sku: "VOICE4", quantity: 1 });
  const { id } = await stock(clerk, { title: "A sedge to hear", sku: "VOICE5" });
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false`);
  const { id: newId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
  const play: Play = async (reader, page) => {
    await entersPage(reader);
    await comesTo(reader, page, "I sent it back");
    await press(reader, "Return", /^When did you send it back\?( heading level 2\.)?$/m);
    await press(reader, "Tab", /Close push button\./);
    await press(reader, "Tab", /Date panel\.\s+Month \d+ spin button\./);
    await comesTo(reader, page, "Tracking number (optional)");
    await reader.types("1Z999");
    await reader.settles();
    await comesTo(reader, page, "Tell the library");
    await press(reader, "Return", /Thank you\.\s+We’ll watch for your package\./);
    await isOn(page, "Change when I sent it");
    await comesTo(reader, page, "Something is missing or damaged");
    const asked = await press(reader, "Return", /What happened entry required\./);
    expect(asked).toMatch(/^What is missing or damaged\?/m);
    expect(asked, "nothing is wrong yet").not.toContain("invalid");
    await reader.types("The chart is torn.");
    await reader.settles();
    await comesTo(reader, page, "Tell the library");
    await press(reader, "Return", /Thank you\.\s+The library will read it\./);
    await isOn(page, "Something is missing or damaged");
    await comesTo(reader, page, "Back to your orders");
    await press(reader, "Return", arrival("Your orders"));
    await comesTo(reader, page, `Order #${newId}`);
    await press(reader, "Return", arrival(`Order #${newId}`));
    await comesTo(reader, page, "Cancel the order");
    await press(reader, "Return", /Cancel this order\?\s+Nothing of it will be sent\./);
    await press(reader, "Tab", /Close push button\./);
    await press(reader, "Tab", /Keep the order push button\./);
    await press(reader, "Tab", /Cancel the order push button\./);
    await press(reader, "Return", /Your order is canceled\./);
    await isOn(page, "Undo");
    await press(reader, "Return", /Your order is placed again\./);
    await isOn(page, "Cancel the order");
  };
  await listens(`${library.address}/user/vieworder/${orderId}`, play, borrower.kept);
});

test("a borrower hears the line for a title", async ({ library }) => {
  test.setTimeout(400_000);
  const { address } = library;
  const clerk = await clerkOf(address);
  const { itemId } = await shippedOrder(clerk, { title: "A vetch to hear", sku: "VOICE8", quantity: 1 });
  const borrower = await newBorrower(address, "hears.line");
  const play: Play = async (reader, page) => {
    await entersPage(reader);
    await comesTo(reader, page, "Tell me when it’s back");
    const joined = await press(reader, "Return", /You’re next in line\./);
    expect(timesIn(joined, /in line\./g), "the line is said once").toBe(1);
    await comesTo(reader, page, "Pause: A vetch to hear");
    await press(reader, "Return", /Paused\.\s+You keep your place\./);
    await comesTo(reader, page, "Stop waiting: A vetch to hear");
    await press(reader, "Return", /You no longer wait for this title\./);
  };
  await listens(`${address}/user/viewitem/${itemId}`, play, borrower.kept);
});

test("a clerk hears the copy that was chosen, what came back, and what was undone", async ({ library }) => {
  test.setTimeout(400_000);
  const { address } = library;
  const { clerk, orderId } = await orderAtDesk(address, { title: "A mallow to hear", sku: "VOICE6", quantity: 2 });
  const { orderId: parcel } = await parcelAtDesk(address, { title: "A betony to hear", sku: "VOICE7", quantity: 2 });
  const play: Play = async (reader, page) => {
    await entersPage(reader);
    await comesTo(reader, page, "Choose a copy of A mallow to hear");
    const asked = await press(reader, "Return", /SKU or copy number entry/);
    expect(asked).toMatch(/^Choose a copy( heading level 2)?\.$/m);
    await writes(reader, "9", /No copy of this title has that number\./);
    const chosen = await writes(reader, "2", /#VOICE6 copy 2/);
    expect(chosen).toMatch(/SKU assigned\./);
    await isOn(page, "Check-out 1 copy of A mallow to hear");
    await comesTo(reader, page, "Undo the check-out of A mallow to hear");
    await press(reader, "Return", /Are you sure you want to undo the checkout\?/);
    await comesTo(reader, page, "Undo check-out");
    await press(reader, "Return", /All SKUs have been removed\./);
    await isOn(page, "Check-out 2 copies of A mallow to hear");
    await opens(reader, page, `${address}/admin/returns`);
    await comesTo(reader, page, "Copy or order");
    const back = await writes(reader, "VOICE7 copy 1", /1 of 2 still out\./);
    expect(timesIn(back, /Checked in: A betony to hear, #VOICE7 copy 1\.\s+Back on the shelf\./g)).toBe(1);
    await writes(reader, "VOICE7 copy 1", /#VOICE7 copy 1: You checked in this copy already\./);
    // it goes to the same place as the first one
    await writes(reader, "VOICE7 copy 2", /Checked in: A betony to hear, #VOICE7 copy 2\.[^]*Its order is complete\./);
    await comesTo(reader, page, "Undo #VOICE7 copy 2");
    const undone = await press(reader, "Return", /Undone: #VOICE7 copy 2 is out again\./);
    expect(undone, "nothing is checked in").not.toContain("Checked in:");
    await comesTo(reader, page, "Undo #VOICE7 copy 1");
    await press(reader, "Return", /Undone: #VOICE7 copy 1 is out again\./);
    await comesTo(reader, page, "Copy or order");
    await writes(reader, `order ${parcel}`, new RegExp(`Order #${parcel}, Dolores Huerta: 2 copies are out\\.`));
  };
  await listens(`${address}/admin/editorder/${orderId}`, play, clerk.kept);
});
