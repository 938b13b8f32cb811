import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { sectionNames } from "#contract/site/sections.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { aPhoto } from "#e2e/steps/pictures.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { sent } from "#e2e/steps/stocking.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const saved = (page: Page) => toast(page, "Saved. Visitors see it now.");
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const history = (page: Page) => page.getByRole("region", { name: "History" });

test("every section of the site content is readable and editable, on a desktop and a phone", async ({ page }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  for (const section of sectionNames) {
    await page.goto(`/admin/sitecontent/${section}`);
    await expect(save(page)).toBeDisabled();
    await expect(preview(page)).toBeVisible();
    await expect(
      history(page)
        .getByText(/^(The original text\.|Version \d+: )/)
        .first(),
    ).toBeVisible();
    // one with a picture and a select, one with nested lists, one that moves
    if (["site", "resources", "testimonials"].includes(section)) await expectAccessible(page);
  }
});

test("the site content leads back to the dashboard, by pointer at 1280 px", async ({ page }) => {
  const main = page.getByRole("main");
  await page.setViewportSize(wide);
  await asClerk(page);
  await main.getByRole("link", { name: "Site content" }).click();
  await expect(page).toHaveURL(/\/admin\/sitecontent/);
  await main.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("staff change a text, preview it, and visitors read it at once", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  // the slides rest: on a slow machine they would advance before a press
  const visitor = await someoneElse({ reducedMotion: "reduce" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await asClerk(page, "/admin/sitecontent/testimonials");
  await page.getByRole("button", { name: "Remove Testimonial 3" }).click();
  await page.getByRole("button", { name: "Move Testimonial 2 up" }).click();
  await page.getByRole("button", { name: "Add testimonial" }).click();
  await expect(page.getByRole("group", { name: "Testimonial 3" }).getByLabel("Quote", { exact: true })).toBeFocused();
  await save(page).click();
  await expect(
    page
      .getByRole("group", { name: "Please correct the invalid fields." })
      .getByRole("link", { name: "Quote is required." }),
  ).toBeVisible();
  await page
    .getByRole("group", { name: "Please correct the invalid fields." })
    .getByRole("link", { name: "Quote is required." })
    .click();
  await page.keyboard.type("We <b>like</b> it.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kit");
  await preview(page).getByRole("button", { name: "Previous testimonials" }).click();
  await expect(preview(page).getByText("We <b>like</b> it.")).toBeVisible();
  await page.getByRole("link", { name: "Terms and Responsibilities" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
  await save(page).click();
  await saved(page);
  await visitor.goto("/home");
  await visitor.getByRole("button", { name: "Previous testimonials" }).click();
  await expect(visitor.getByText("We <b>like</b> it.")).toBeVisible();

  await expect(history(page).getByText(/^Version \d+: saved by admin, .* Shown now\.$/)).toBeVisible();
  await history(page).getByRole("button", { name: "View the original text" }).click();
  await expect(page.getByRole("dialog").getByText("Sample testimonial").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(history(page).getByText(/restoring the original text/)).toBeVisible();
  await expect(page.getByRole("group", { name: "Testimonial 3" }).getByLabel("Name", { exact: true })).toHaveValue(
    "A high school nurse",
  );
  await visitor.goto("/home");
  await expect(visitor.getByText("We <b>like</b> it.")).toHaveCount(0);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByText("Restored site content").first()).toBeVisible();
});

test("the two presentations have their own menu and footer, and the library's logo", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  const visitor = await someoneElse();
  const menu = visitor.getByRole("navigation", { name: "Main" });
  const footer = visitor.getByRole("contentinfo");
  await visitor.goto("/home");
  await expect(menu.getByRole("link", { name: "Sign up" })).toHaveCount(0);
  await expect(footer.getByText(/^© \d{4} .*Resources for California education agencies\.$/)).toBeVisible();
  await expect(footer.getByRole("link", { name: /^\(555\)/ })).toHaveCount(2);
  await expect(footer.getByRole("heading")).toHaveCount(0);

  await page.goto("/admin/sitecontent/site");
  await page.getByLabel("Name of the library", { exact: true }).fill("River Library");
  await page.getByLabel("Choose a picture").setInputFiles(await aPhoto(200, 100));
  await page.getByLabel("Presentation", { exact: true }).selectOption({ label: "Marketing" });
  await save(page).click();
  await saved(page);
  for (const screen of [wide, narrow]) {
    await visitor.setViewportSize(screen);
    await visitor.goto("/resources");
    await expect(footer.getByRole("heading")).toHaveText(["About", "Follow Us", "Contact Us"]);
    await expect(footer.getByText("County Office of Education", { exact: true })).toBeVisible();
    if (screen === narrow) await visitor.getByRole("button", { name: "Menu" }).click();
    for (const name of ["Home", "Resources", "News", "Sign up", "Inventory", "Log In", "Register"])
      await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(visitor.getByRole("banner").getByRole("link", { name: /^Cart/ })).toBeVisible();
    const logo = visitor.getByRole("banner").locator("img");
    const box = await logo.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(100);
    expect(box?.height).toBeLessThanOrEqual(120);
    await expect(visitor.getByRole("banner").getByText("River Library")).toBeVisible();
  }
  await visitor.setViewportSize(wide);
  await visitor.goto("/home");
  await tabTo(visitor, "link", "Sign up");
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await callElsewhere(page, "POST Site/BringBackSection", { section: "site", version: 1, wantedVersion: 0 });
});

test("an order accepts the terms that were read: changed terms refuse it once", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  const user = { userName: "terms.reader", password: "apples and pears", confirmPassword: "apples and pears" };
  await page.goto("/user/login");
  await sent(page, "Account/RegisterBorrower", {
    user,
    borrowerName: "Terry Reader",
    schoolName: "Oak Grove",
    schoolDistrict: "Valley",
    emailAddress: "terry@school.example",
    phoneNumber: "(559) 555-0142",
    address: { street: "1 Main", city: "Fresno", state: "CA", zip: "93701" },
  });
  await logIn(page, "user", user.userName, user.password);
  await page.goto("/user/home");
  await page
    .getByRole("button", { name: /^Add to cart: / })
    .first()
    .click();
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();
  await page.goto("/user/cartitems");
  const staff = await someoneElse();
  await asClerk(staff);
  await callElsewhere(staff, "POST Site/SaveSection", {
    section: "terms",
    version: 0,
    content: { points: [{ heading: "Be kind", text: "To every book." }] },
  });
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Your order wasn’t placed.")).toBeVisible();
  await page.getByRole("button", { name: "Terms and Responsibilities" }).click();
  await expect(page.getByRole("dialog").getByText("To every book.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  await callElsewhere(staff, "POST Site/BringBackSection", { section: "terms", version: 1, wantedVersion: 0 });
});
