import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "puppeteer-core";
import { startFirefox } from "#e2e/engines/firefox-tab.ts";
import { administrator } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { orderAtDesk } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";
import { type ScreenReader, startScreenReader } from "./screen-reader.ts";

/** Opens a page of a library in Firefox for a listener at the keyboard. What was said is kept, whatever happens. */
async function listens(address: string, play: (reader: ScreenReader, page: Page) => Promise<void>): Promise<void> {
  const reader = await startScreenReader();
  const browser = await startFirefox({ "accessibility.force_disabled": -1 }, reader.env);
  try {
    const [page] = await browser.pages();
    if (!page) throw new Error("Firefox opened no page.");
    await page.goto(address);
    await expect.poll(reader.transcript).toContain("Finished loading");
    await reader.settles();
    await play(reader, page);
  } finally {
    await keepTranscript(await reader.transcript());
    await browser.close();
    await reader.stop();
  }
}

/** Beside what failed, and where `npm run hear` compares it. */
async function keepTranscript(said: string): Promise<void> {
  const info = test.info();
  await writeFile(info.outputPath("transcript.txt"), said);
  const folder = process.env["HEARD_FOLDER"];
  if (folder) await writeFile(path.join(folder, `${info.title.replaceAll(" ", "-")}.txt`), said);
}

/** Presses Tab until a stop is read that matches. A reader that says nothing at many stops in a row has ended. */
async function tabsTo(reader: ScreenReader, words: RegExp): Promise<void> {
  let silent = 0;
  for (let stops = 0; stops < 150 && silent < 15; stops += 1) {
    await reader.presses("Tab");
    const said = await reader.settles();
    if (words.test(said)) return;
    silent = said === "" ? silent + 1 : 0;
  }
  throw new Error(`Tab never reaches ${String(words)}.`);
}

async function hears(reader: ScreenReader, words: RegExp): Promise<void> {
  await expect.poll(reader.heard, `hears ${String(words)}`).toMatch(words);
}

async function follows(reader: ScreenReader, stop: RegExp, words: RegExp): Promise<void> {
  await tabsTo(reader, stop);
  await reader.presses("Return");
  await hears(reader, words);
}

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
      await follows(reader, new RegExp(`${title} link`), new RegExp(`${title} heading`));
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
    await hears(reader, /Succesfully logged in\.[^]*Dashboard/);
    await follows(reader, /Show only new orders link/, /Orders/);
    // by the heading that has the focus, or by the title, when Orca cuts the one off for the other
    await follows(reader, new RegExp(`^Order #${orderId} link`, "m"), new RegExp(`Order #${orderId} (heading|- )`));
    await follows(reader, /^Edit link/m, /Edit order #\d+ (heading|- )/);
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

const timesIn = (heard: string, words: RegExp) => [...heard.matchAll(words)].length;
