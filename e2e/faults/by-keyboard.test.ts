import { administrator } from "#e2e/library.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

// what the journey tests is logged to the console too
test.use({
  faultsMeant: ["Unable to preload CSS", "We can’t reach the library", "Failed to fetch dynamically", "Forbidden"],
});

test("keyboard users can recover from every error", async ({ page, context }) => {
  test.setTimeout(180_000);

  // a wrong login: the sentence, and the fields are in reach
  await page.goto("/admin/login");
  const logIn = async (password: string) => {
    await tabTo(page, "textbox", /^user ?name/i);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(administrator.userName);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
  };
  await logIn("wrong wrong");
  await expect(page.getByRole("main").getByText("Invalid username/password!")).toBeVisible();
  await logIn(administrator.password);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  // a refused item: the summary takes the focus and links to the field
  await page.goto("/admin/item/add");
  await tabTo(page, "button", "Save without copies");
  await page.keyboard.press("Enter");
  const summary = page.getByRole("group", { name: "Please correct the invalid fields." });
  await expect(summary).toBeFocused();
  await expectAccessible(page);
  await tabTo(page, "link", "Title is required.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toBeFocused();

  // a server that is gone: the page says so and retries on request
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Recently Added Items" })).toBeVisible();
  await page.route("**/api/Order/**", (route) => route.abort("connectionrefused"));
  await tabTo(page, "link", /^Orders/);
  await page.keyboard.press("Enter");
  const again = page.getByRole("button", { name: "Try again" });
  await tabTo(page, "button", "Try again");
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /^Edit order/ }).first()).toBeVisible();
  await expect(again).toHaveCount(0);

  // a connection that is lost, and comes back
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
  await context.setOffline(true);
  await tabTo(page, "combobox", "Search the inventory");
  await page.keyboard.type("food");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Try again");
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Showing 1 - /)).toBeVisible({ timeout: 30_000 }); // a reload of everything

  // what is forbidden: the sentence, and a login that can be used
  await page.route("**/api/News/**", (route) =>
    route.fulfill({ status: 403, json: { isSuccess: false, message: "Forbidden" } }),
  );
  await page.goto("/admin/news");
  await toast(page, "Forbidden");
  await page.unrouteAll();
  await expect(page).toHaveURL(/\/(admin\/(login|dashboard)|home|user\/home)/);
  await tabTo(page, "link", /Inventory/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
