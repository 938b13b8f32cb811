import type { Page } from "@playwright/test";
import type { Facets } from "#contract/catalog/facets.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const announcement = (page: Page) => page.locator("[data-said]");
const box = (page: Page, name: RegExp) => page.getByRole("checkbox", { name });
const titlesOf = (name: string | null) => Number(/\((\d+)\)$/.exec(name ?? "")?.[1]);
const choice = (page: Page, name: RegExp) => page.locator("label", { hasText: name });

/** Returns the library's current counts for a search in stock. */
async function facetsFor(page: Page, query: string): Promise<Facets> {
  const response = await page.request.get(`/api/Inventory/GetFacets?inStockOnly=true&${query}`);
  const { data }: { data: Facets } = await response.json();
  return data;
}

test("facets beside the results filter them by keyboard, and show how many titles each choice leaves", async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await page.goto("/user/inventories/health");
  const filters = page.getByRole("region", { name: "Filters" });
  await expect(filters.getByRole("group", { name: "Category" })).toBeVisible();

  await tabTo(page, "checkbox", /^Video \(\d+\)$/);
  const n = titlesOf(await choice(page, /^Video/).textContent());
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/user/inventories/health?formats=2");
  await expect(announcement(page)).toHaveText(`${n} items in stock for “health”`);
  await expect(box(page, /^Video/)).toBeFocused();
  await expect(box(page, /^Video/)).toBeChecked();
  await expect(box(page, /^Book/)).not.toBeChecked();

  const { facets } = await facetsFor(page, "searchString=health&formats=2");
  const grade = facets.find(({ kind }) => kind === "grades")?.values[0];
  await tabTo(page, "checkbox", `${grade?.name} (${grade?.titles})`);
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(`/user/inventories/health?formats=2&grades=${grade?.value}`);
  await expect(announcement(page)).toHaveText(`${grade?.titles} items in stock for “health”`);

  await page.reload();
  await expect(page.getByText(`${grade?.titles} items in stock for “health”`)).toBeVisible();
  await page.getByRole("link", { name: "Remove Video" }).click();
  await expect(page).toHaveURL(`/user/inventories/health?grades=${grade?.value}`);
  await expect(box(page, /^Video/)).not.toBeChecked();
  await page.goBack();
  await expect(box(page, /^Video/)).toBeChecked();
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/user/inventories/health");
});

test("on a phone the facets are in a dialog, in Spanish too", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/user/inventories?lang=es");
  await tabTo(page, "button", "Filtrar");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Filtros" });
  const video = dialog.getByRole("checkbox", { name: /^Video \(\d+\)$/ });
  await expect(video).toBeVisible();
  const n = titlesOf(await choice(page, /^Video/).textContent());
  await video.press("Space");
  await expect(dialog.getByRole("status")).toHaveText(`${n} materiales disponibles`);
  await expect(dialog.getByRole("group", { name: "Idioma" })).toBeVisible();
  await dialog.getByRole("button", { name: "Mostrar los resultados" }).click();
  await expect(page.getByRole("button", { name: "Filtrar (1)" })).toBeFocused();
  await expect(page).toHaveURL(/formats=2/);
  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: "Quitar Video" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filtrar", exact: true })).toBeFocused();
});

test("a search with few matches links to related topics with the right number of titles", async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto("/user/inventories/menstruation");
  const close = page
    .getByRole("region", { name: "Related topics" })
    .getByRole("link", { name: /^Reproductive health / });
  const n = titlesOf(await close.textContent());
  await close.click();
  await expect(announcement(page)).toHaveText(new RegExp(`^${n} items in stock for “Reproductive health”$`, "i"));
  await page.goto("/user/inventories/first aid video?lang=es");
  await expect(page.getByText("No hay resultados en “Video”.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Temas relacionados" }).getByRole("link").first()).toHaveText(
    /^[A-ZÁÉÍÓÚ][^(]+ \(\d+\)$/,
  );
});
