import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { wide } from "#e2e/steps/screens.ts";
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

test("a reader of Spanish opens a document in Spanish, at 1280 px by pointer", async ({ page, library, context }) => {
  await page.setViewportSize(wide);
  await inSpanish(context, library.address);
  await page.goto("/home");
  const link = page.getByRole("link", { name: /^Hoja de evaluación de un plan de estudios .*PDF$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("ejemplo-evaluacion-del-plan-de-estudios.pdf");
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
});
