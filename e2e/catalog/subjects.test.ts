import type { Page } from "@playwright/test";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { pressOn, selectOn, typeOver } from "#e2e/steps/keyboard.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const savedMessage = "Saved. Searches will use the new names within a few minutes.";
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const field = (page: Page, of: string, name: string) => group(page, of).getByRole("textbox", { name, exact: true });
const save = async (page: Page) => {
  await pressOn(page, page.getByRole("button", { name: "Save subjects" }));
  await toast(page, savedMessage);
};

test("a manager adds a subject that visitors can search by until it is hidden", async ({
  page,
  library,
  someoneElse,
}) => {
  const title = "About SUBJ1";
  const { id } = await stock(await clerkOf(library.address), { title, sku: "SUBJ1" });
  await asClerk(page, "/admin/settings");
  const sections = page.getByRole("navigation", { name: "Sections" });
  await pressOn(page, sections.getByRole("link", { name: "Subjects" }));
  await pressOn(page, page.getByRole("button", { name: "Add subject" }));
  await page.keyboard.type("Dental Health");
  await typeOver(page, field(page, "Dental Health", "Name in Spanish"), "Salud dental");
  await save(page);

  await page.goto(`/admin/item/${id}`);
  await selectOn(page, page.getByLabel("Subject"), "Dental Health");
  await pressOn(page, page.getByRole("button", { name: "Save", exact: true }));
  await toast(page, "Item Updated.");

  const reader = await someoneElse();
  await reader.goto(`/user/inventories/${encodeURIComponent("Dental Health")}`);
  await expect(reader.getByRole("link", { name: title }).first()).toBeVisible();
  await reader.context().addCookies([{ name: "language", value: "es", url: library.address }]);
  await reader.goto(`/user/inventories/${encodeURIComponent("Salud dental")}`);
  await reader.getByRole("link", { name: title }).first().click();
  await reader.getByRole("link", { name: "Salud dental", exact: true }).click();
  await expect(reader.getByRole("link", { name: title }).first()).toBeVisible();
  await expect(reader.getByRole("option", { name: "Salud dental", includeHidden: true })).toHaveCount(1);

  await page.goto("/admin/settings/subjects");
  const hidden = group(page, "Dental Health").getByRole("checkbox", { name: "Hidden" });
  await pressOn(page, hidden, "Space");
  await save(page);
  await reader.goto("/user/inventories");
  await expect(reader.getByRole("option", { name: "Seguridad", includeHidden: true })).toHaveCount(1);
  await expect(reader.getByRole("option", { name: "Salud dental", includeHidden: true })).toHaveCount(0);
  await reader.goto(`/user/viewitem/${id}`);
  await reader.getByRole("link", { name: "Salud dental", exact: true }).click();
  await expect(reader.getByRole("link", { name: title }).first()).toBeVisible();
  await expect(reader.locator("select[name=subject] option:checked")).toHaveText("Ya no se ofrece");
});
