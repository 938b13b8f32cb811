import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { bothWays, pressWith, typeWith } from "#e2e/steps/keyboard.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const noSpanish = "Este texto todavía no está disponible en español.";
const inSpanish = (context: BrowserContext, url: string) =>
  context.addCookies([{ name: "language", value: "es", url }]);
const field = (page: Page, name: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${name}( \\(optional\\))?$`) });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const save = async (page: Page, said: string) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, said);
};

test("staff write a text in Spanish, and its readers no longer get the English one, at 1280 px", async ({
  page,
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  const reader = await someoneElse({ viewport: wide });
  await inSpanish(reader.context(), library.address);
  await page.setViewportSize(wide);
  await asClerk(page, "/admin/sitecontent/signUp");
  await field(page, "Heading").fill("A survey is coming");
  await field(page, "Heading in Spanish").fill("");
  await field(page, "Text in Spanish").fill("");
  await preview(page).getByRole("button", { name: "In Spanish" }).click();
  await expect(preview(page).getByText(noSpanish)).toBeVisible();
  await save(page, "Saved. Visitors see it now.");
  await reader.goto("/signup");
  await expect(heading(reader, "A survey is coming")).toHaveAttribute("lang", "en");
  await expect(reader.getByText(noSpanish)).toBeVisible();

  await field(page, "Heading in Spanish").fill("Pronto habrá una encuesta");
  await field(page, "Text in Spanish").fill("Dos minutos.\n\nGracias 😀");
  await expect(preview(page).getByText("Gracias 😀")).toBeVisible();
  await save(page, "Saved. Visitors see it now.");
  await reader.reload();
  await expect(heading(reader, "Pronto habrá una encuesta")).not.toHaveAttribute("lang");
  await expect(reader.getByText(noSpanish)).toHaveCount(0);
  await reader.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(heading(reader, "A survey is coming")).toBeVisible();
  await expect(reader.getByText("Gracias 😀")).toHaveCount(0);
  const history = await page.getByText(/^Version \d+: saved by .* Shown now\.$/).textContent();
  const version = Number(/\d+/.exec(history ?? "")?.[0]);
  await callElsewhere(page, "POST Site/BringBackSection", { section: "signUp", version, wantedVersion: 0 });
});

test("staff see that an English text changed after its Spanish version, until that changes too or still fits", async ({
  page,
  library,
}) => {
  const note = page.getByText(/^The English text changed on .+, after this one\./);
  await asClerk(page, "/admin/sitecontent/resources");
  await field(page, "Introduction").fill("Websites that we trust.");
  await expect(note).toHaveCount(0);
  await save(page, "Saved. Visitors see it now.");
  await expect(field(page, "Introduction in Spanish")).toHaveAccessibleDescription(/^The English text changed on/);
  await page.reload();
  await expect(note).toHaveCount(1);
  await field(page, "Introduction in Spanish").fill("Sitios web de confianza.");
  await expect(note).toHaveCount(0);
  await save(page, "Saved. Visitors see it now.");
  await page.reload();
  await expect(field(page, "Introduction in Spanish")).toHaveValue("Sitios web de confianza.");
  await expect(note).toHaveCount(0);

  await field(page, "Introduction").fill("Websites that all of us trust.");
  await save(page, "Saved. Visitors see it now.");
  await page.getByRole("checkbox", { name: "Introduction in Spanish: it still fits" }).check();
  await save(page, "Saved. Visitors see it now.");
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(field(page, "Introduction in Spanish")).toHaveValue("Sitios web de confianza.");
  await expect(note).toHaveCount(0);

  // its own item: other journeys read the library's
  const spanish = { titleInSpanish: "Un tren de libros", contentInSpanish: "Llega al mediodía." };
  const news = { id: 0, title: "A train of books", content: "It comes at noon.", link: "", ...spanish };
  const { id } = await (await clerkOf(library.address)).tell<{ id: number }>("News/SaveItem", news);
  await page.goto(`/admin/editnews/${id}`);
  await field(page, "Title").fill("A train full of books");
  await save(page, "Item Saved.");
  await expect(note).toBeVisible();
  await page.getByRole("checkbox", { name: "The Spanish version still fits" }).check();
  await save(page, "Item Saved.");
  await expect(note).toBeHidden();
  await page.reload();
  await expect(field(page, "Title in Spanish")).toHaveValue("Un tren de libros");
  await expect(note).toHaveCount(0);
});

test("a news item is read in Spanish once staff have written that version", async ({ page, library, someoneElse }) => {
  test.setTimeout(180_000);
  const reader = await someoneElse({ viewport: narrow });
  await inSpanish(reader.context(), library.address);
  const clerk = await clerkOf(library.address);
  const news = { id: 0, title: "A bus of books", content: "It stops at **noon**.", link: "" };
  const { id } = await clerk.tell<{ id: number }>("News/SaveItem", news);
  await reader.goto("/news");
  const entry = reader.getByRole("listitem").filter({ hasText: "A bus of books" });
  await expect(entry.getByText(noSpanish)).toBeVisible();
  await asClerk(page, `/admin/editnews/${id}`);
  await field(page, "Title in Spanish").fill("Un autobús de libros");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await field(page, "Content in Spanish").fill("Para al **mediodía**.");
  await preview(page).getByRole("button", { name: "In Spanish" }).click();
  await expect(preview(page).getByText("mediodía")).toBeVisible();
  await save(page, "Item Saved.");
  for (const { screen, hand } of bothWays) {
    await reader.setViewportSize(screen);
    await reader.goto("/news");
    await pressWith(hand, reader, reader.getByRole("link", { name: "Un autobús de libros" }));
    await expect(heading(reader, "Un autobús de libros")).toBeVisible();
    await expect(reader.getByText(noSpanish)).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Back to News" }).click();
  await expect(page.getByRole("row", { name: /A bus of books/ }).getByRole("cell", { name: "Yes" })).toBeVisible();
});

test("an order says which terms were accepted, in the language in which they were read, at 390 px by pointer", async ({
  page,
  library,
  someoneElse,
  context,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  await inSpanish(context, library.address);
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Bones of the hand", sku: "ESTERP" }, 2);
  const borrower = await newBorrower(library.address, "spanish.terms.pointer".slice(0, 20));
  await borrower.enter(page);
  await page.goto(`/user/viewitem/${id}`);
  const press = (wanted: Locator) => wanted.click();
  await press(page.getByRole("button", { name: "Agregar al carrito" }));
  await expect(page.getByText("El material se agregó a su carrito.")).toBeVisible();
  await page.goto("/user/cartitems");
  await press(page.getByRole("button", { name: "Términos y responsabilidades" }));
  await expect(page.getByRole("dialog")).toContainText("Calcule de 3 a 5 días hábiles para el envío.");
  await expect(page.getByRole("dialog")).not.toContainText("Allow 3-5");
  await page.keyboard.press("Escape");
  await press(page.getByRole("button", { name: "Continuar" }));
  await expect(heading(page, "¡Gracias por su pedido!")).toBeVisible();
  const orderId = Number(/\d+$/.exec(page.url())?.[0]);

  await page.goto(`/user/vieworder/${orderId}`);
  await expect(heading(page, `Pedido n.º ${orderId}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Términos originales, en español" })).toBeVisible();
  await page.setViewportSize(narrow);
  await press(page.getByRole("link", { name: "Términos originales, en español" }));
  await expect(heading(page, "Términos y responsabilidades")).toBeVisible();
  await expect(page.getByText("Calcule de 3 a 5 días hábiles para el envío.", { exact: false })).toBeVisible();

  const staff = await someoneElse();
  await asClerk(staff, `/admin/orderdetails/${orderId}`);
  await staff.getByRole("link", { name: "Original terms, in Spanish" }).click();
  await expect(heading(staff, "Terms and Responsibilities")).toBeVisible();
  await expect(staff.locator("main [lang=es]").getByText("Cuide los materiales")).toBeVisible();
});

test("staff write a Spanish text by keyboard, and it is there afterwards", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const news = { id: 0, title: "A van of books", content: "It stops at one.", link: "" };
  const { id } = await clerk.tell<{ id: number }>("News/SaveItem", news);
  await asClerk(page, `/admin/editnews/${id}`);
  await typeWith("keyboard", page, field(page, "Title in Spanish"), "Una camioneta de libros");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await typeWith("keyboard", page, field(page, "Content in Spanish"), "Para a la una.");
  await pressWith("keyboard", page, preview(page).getByRole("button", { name: "In Spanish" }));
  await expect(preview(page).getByText("Para a la una.")).toBeVisible();
  await pressWith("keyboard", page, page.getByRole("button", { name: "Save", exact: true }));
  await toast(page, "Item Saved.");
  await page.reload();
  await expect(field(page, "Title in Spanish")).toHaveValue("Una camioneta de libros");
  await expect(field(page, "Content in Spanish")).toHaveValue("Para a la una.");
});

test("nutrición, typed into the search, finds what is filed under Healthy Eating, at 1280 px by pointer", async ({
  page,
  library,
  context,
}) => {
  await page.setViewportSize(wide);
  await inSpanish(context, library.address);
  await page.goto("/user/inventories?subject=3");
  await page.getByRole("combobox", { name: "Texto de búsqueda" }).fill("nutrición");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\/inventories\/nutrici%C3%B3n\?subject=3$/);
  const found = async (text: string) => {
    const query = new URLSearchParams({ searchString: text, subjectId: "3", page: "1", pageSize: "1" });
    const answer = await fetch(`${library.address}/api/Inventory/GetInventoryBySearchParams?${query}`);
    const { data }: { data: { inStockTotal: number; outOfStockTotal: number } } = await answer.json();
    return [data.inStockTotal, data.outOfStockTotal];
  };
  const [inStock = 0] = await found("nutrición");
  expect(await found("nutrición")).toEqual(await found(""));
  expect(inStock).toBeGreaterThan(18);
  await expect(page.getByRole("main").getByText(new RegExp(`^${inStock} `))).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(18);
});

test("a reader of Spanish opens a document in Spanish, at 1280 px by pointer", async ({ page, library, context }) => {
  await page.setViewportSize(wide);
  await inSpanish(context, library.address);
  await page.goto("/home");
  const link = page.getByRole("link", { name: /^Hoja de evaluación de un plan de estudios .*PDF$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("ejemplo-evaluacion-del-plan-de-estudios.pdf");
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
