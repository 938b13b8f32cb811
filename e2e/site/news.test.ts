import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { aPhoto } from "#e2e/steps/files.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const field = (page: Page, name: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${name}( \\(optional\\))?$`) });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("staff write news with a picture and a link, and visitors read it", async ({ page, someoneElse }) => {
  await page.setViewportSize(narrow);
  const title = "Summer hours on a phone";
  await asClerk(page, "/admin/news");
  await expect(page.getByRole("link", { name: "New titles on the shelves", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Add New" }).click();
  await expect(heading(page, "Add news")).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await field(page, "Title").fill(title);
  await field(page, "Content").fill("We are open **Mondays**.\n\n- Pick up\n- Drop off");
  await field(page, "Link").fill("https://example.org/hours");
  await page.getByLabel("Choose a picture").setInputFiles(await aPhoto(1600, 900));
  await field(page, "Alternative text").fill("The front door in the sun");
  await expect(preview(page).getByText("Mondays")).toHaveCSS("font-weight", "700");
  await expect(preview(page).getByRole("listitem")).toHaveText(["Pick up", "Drop off"]);
  await expect(preview(page).getByRole("img", { name: "The front door in the sun" })).toBeVisible();
  await save(page).click();
  await toast(page, "Item Saved.");
  await expect(heading(page, "Edit news")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/editnews\/\d+$/);
  await expect(field(page, "Title")).toHaveValue(title);

  const visitor = await someoneElse({ viewport: narrow });
  await visitor.goto("/home");
  await expect(visitor.getByText("We are open Mondays. Pick up · Drop off")).toBeVisible();
  await visitor.getByRole("link", { name: title }).click();
  await expect(heading(visitor, title)).toBeVisible();
  const picture = visitor.getByRole("img", { name: "The front door in the sun" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await expect(visitor.getByRole("link", { name: "Learn more" })).toHaveAttribute("href", "https://example.org/hours");
  await expect(visitor.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await visitor.getByRole("link", { name: "All news" }).click();
  await expect(visitor.getByRole("link", { name: title })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Add New" })).toHaveCount(0);

  await field(page, "Content").fill("We are closed.");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await save(page).click();
  await toast(page, "Item Saved.");
  await page.getByRole("link", { name: "View" }).click();
  await expect(page.getByRole("article").getByText("We are closed.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("img")).toHaveCount(0);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(field(page, "Content")).toHaveValue("We are closed.");
});
