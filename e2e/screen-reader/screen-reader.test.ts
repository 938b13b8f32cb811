import { administrator } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { orderAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";
import { arrival, follows, hears, listens, tabsTo, timesIn } from "./listening.ts";

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
    await reader.presses("space");
    await hears(reader, /selected/);
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
