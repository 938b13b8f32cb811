import type { Locator, Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { aPhoto } from "#e2e/steps/pictures.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const field = (page: Page, name: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${name}( \\(optional\\))?$`) });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("staff write news with a picture and a link, and visitors read it", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
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

test("a news item is archived, and shown again, by pointer at 1280 px", async ({ page, someoneElse, library }) => {
  const title = "Moved by pointer";
  const clerk = await clerkOf(library.address);
  const { id } = await clerk.tell<{ id: number }>("News/SaveItem", { id: 0, title, content: "Next door.", link: "" });
  const press = (wanted: Locator) => wanted.click();
  const visitor = await someoneElse();
  await page.setViewportSize(wide);
  await asClerk(page, `/admin/editnews/${id}`);
  await press(page.getByRole("button", { name: "Archive", exact: true }));
  await expect(page.getByText("This news item is archived.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo: show it again" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
  await visitor.goto("/news");
  await expect(visitor.getByRole("link", { name: "New titles on the shelves" }).first()).toBeVisible();
  await expect(visitor.getByRole("link", { name: title })).toHaveCount(0);
  await press(page.getByRole("link", { name: "Back to News" }));
  await press(page.getByRole("link", { name: "Archived", exact: true }));
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await press(page.getByRole("link", { name: title }));
  await press(page.getByRole("button", { name: "Undo: show it again" }));
  await expect(page.getByText("This news item is archived.")).toBeHidden();
  await expect(heading(page, "Edit news")).toBeFocused();
  await visitor.reload();
  await expect(visitor.getByRole("link", { name: title }).first()).toBeVisible();
});

test("an error uses the specified words, and Save is disabled until all fields are valid", async ({ page }) => {
  await asClerk(page, "/admin/editnews/-1");
  await field(page, "Title").fill(" ");
  await field(page, "Content").fill("");
  await field(page, "Link").fill("javascript:alert(1)");
  await field(page, "Content").focus();
  await field(page, "Title").focus();
  await expect(page.getByText("Title is required.")).toBeVisible();
  await expect(page.getByText("Content is required.")).toBeVisible();
  await expect(page.getByText("Link must be a web address that starts with http:// or https://.")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await field(page, "Title").fill("x".repeat(151));
  await expect(page.getByText("Title cannot be longer than 150 characters.")).toBeVisible();
  await field(page, "Title").fill("Short");
  await field(page, "Content").fill("Text");
  await expect(save(page)).toBeDisabled();
  await field(page, "Link").fill("example.org");
  await expect(save(page)).toBeDisabled();
  await field(page, "Link").fill("");
  await expect(save(page)).toBeEnabled();
  await page.getByLabel("Choose a picture").setInputFiles({
    name: "page.png",
    mimeType: "image/png",
    buffer: Buffer.from("<!doctype html><script>alert(1)</script>"),
  });
  await expect(page.getByText("The picture must be a JPEG, PNG, WebP, GIF, or AVIF file.")).toBeVisible();
  await expect(field(page, "Content")).toHaveValue("Text");
});

test("markup in any field is text or harmless", async ({ page }) => {
  const evil = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
  await asClerk(page, "/admin/editnews/0");
  await field(page, "Title").fill(`Title ${evil}`);
  await field(page, "Content").fill(
    `Before ${evil}\n\n[press](javascript:window.ran=1) <a href="javascript:window.ran=1">raw</a>\n\n<style>body{display:none}</style>`,
  );
  await field(page, "Link").fill(`https://example.org/"><script>window.ran=1</script>`);
  await page.getByLabel("Choose a picture").setInputFiles(await aPhoto(800, 450));
  await field(page, "Alternative text").fill(`Alt ${evil}`);
  await expect(preview(page).getByText("Before")).toBeVisible();
  await save(page).click();
  await toast(page, "Item Saved.");
  for (const place of ["/admin/news", "/news", "/home", "/admin/audit"]) {
    await page.goto(place);
    await expect(page.getByText(`Title ${evil}`).first()).toBeVisible();
  }
  await page.goto("/news");
  await page.getByRole("link", { name: "Title <img" }).click();
  await expect(heading(page, `Title ${evil}`)).toBeVisible();
  await expect(page.getByRole("img", { name: `Alt ${evil}` })).toBeVisible();
  const words = page.getByRole("article");
  await expect(words.getByText("press")).toBeVisible();
  expect(await words.locator("script, style, [onerror], a[href^='javascript' i]").count()).toBe(0);
  for (const link of await words.getByRole("link").all()) {
    expect(await link.getAttribute("href")).toMatch(/^https:\/\/example\.org\//);
  }
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
});

test("text typed during a save stays, and counts as unsaved", async ({ page }) => {
  await asClerk(page);
  let release: () => void = () => {};
  const hold = async () => {
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      "**/api/News/SaveItem",
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
  };
  await hold();
  await page.goto("/admin/editnews/0");
  await field(page, "Title").fill("Slow line");
  await field(page, "Content").fill("One");
  await save(page).click();
  await expect(field(page, "Content")).not.toBeEditable();
  release();
  await expect(heading(page, "Edit news")).toBeVisible();
  await expect(field(page, "Content")).toBeEditable();

  await hold();
  await field(page, "Content").fill("Two");
  await save(page).click();
  await expect(save(page)).toHaveAttribute("aria-busy", "true");
  await field(page, "Content").fill("Three");
  release();
  await toast(page, "Item Saved.");
  await expect(field(page, "Content")).toHaveValue("Three");
  await page.getByRole("link", { name: "Back to News" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay here" }).click();
  await save(page).click();
  await expect(save(page)).not.toHaveAttribute("aria-busy");
  await page.reload();
  await expect(field(page, "Content")).toHaveValue("Three");
});

test("news is written by keyboard", async ({ page }) => {
  await asClerk(page);
  await tabTo(page, "link", "News");
  await page.keyboard.press("Enter");
  await expect(heading(page, "News")).toBeVisible();
  await tabTo(page, "link", "Add New");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Add news")).toBeVisible();
  await tabTo(page, "textbox", "Content");
  await page.keyboard.type("No mouse at all");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Typed");
  await expect(save(page)).toBeEnabled();
  await page.keyboard.press("Enter");
  await toast(page, "Item Saved.");
  await expect(heading(page, "Edit news")).toBeFocused();
  await tabTo(page, "link", "View");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Typed")).toBeVisible();
});

test("the address of an unknown news item leads to notfound", async ({ page }) => {
  await asClerk(page);
  for (const id of ["abc", "1.5", "999999", "99999999999"]) {
    await page.goto(`/admin/editnews/${id}`);
    await expect(page.getByText("Oops! Page not found...")).toBeVisible();
    await expect(page).toHaveURL(/\/notfound$/);
  }
});
