import { administrator } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { logIn, logInHere } from "#e2e/steps/log-in.ts";
import { moveTo } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

// a background call may also find that the session has ended, and logs it to the console
test.use({ expectedFaults: ["Unauthorized"] });

const back = "We restored what you typed.";

/** Ends the session on the server, as eight hours would, without the page's knowledge. */
async function endSessionElsewhere(page: Page): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem("token"));
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(new URL("/api/Account/Logout", page.url()), { method: "POST", headers });
  expect(status).toBe(200);
}

/** Presses the submit button after the session ended, and logs in again. */
async function sendAndLogInAgain(page: Page, button: string, login: RegExp): Promise<void> {
  await endSessionElsewhere(page);
  await page.getByRole("button", { name: button, exact: true }).click();
  await toast(page, "Unauthorized");
  await expect(page).toHaveURL(login);
  await expect(page.getByRole("heading", { level: 1, name: "Staff login" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByText("We saved what you typed.")).toBeVisible();
  await logInHere(page, administrator.userName, administrator.password);
}

test("a borrower's unused session ends by itself after an hour, and what they typed comes back", async ({
  page,
  library,
}) => {
  const reader = await newBorrower(library.address, "gone.to.lunch");
  await page.clock.install();
  await logIn(page, "user", "gone.to.lunch", "apples and pears");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Full name", { exact: true }).fill("Dolores Clara Huerta");
  await page.clock.fastForward("50:30");
  await expect(page.getByText(/^Your session ends at/)).toBeVisible();
  await page.clock.fastForward("09:30");
  await expect(page).toHaveURL(/\/user\/login\?next=/);
  await expect(page.getByText("You were logged out after 60 minutes of inactivity.")).toBeVisible();
  await expect(page.getByText("We saved what you typed.")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
  await logInHere(page, "gone.to.lunch", "apples and pears");
  await expect(page).toHaveURL(new RegExp(`/user/account/${reader.userId}`));
  await expect(page.getByLabel("Full name", { exact: true })).toHaveValue("Dolores Clara Huerta");

  // a public page stays open, logged out
  await page.goto("/user/inventories");
  await expect(page.getByRole("button", { name: /^log out$/i })).toBeVisible();
  await page.clock.fastForward("01:00:00");
  await expect(page.getByText("You were logged out after 60 minutes of inactivity.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^log out$/i })).toBeHidden();
  await page.getByRole("link", { name: "Log in to pick up where you left off." }).click();
  await expect(page).toHaveURL(/\/user\/login\?next=%2Fuser%2Finventories$/);
});

test("an unsaved new title survives the end of a session, for the same user only, until they log out", async ({
  page,
  library,
}) => {
  await logIn(page, "admin", administrator.userName, administrator.password);
  await page.goto("/admin/item/add");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Bones and joints");
  await page.getByRole("textbox", { name: "SKU number" }).fill("BONES");
  await page.getByRole("textbox", { name: "Description" }).fill("What the title is about.");
  await page.getByRole("radio", { name: "Book" }).check();
  await page.getByLabel("Subject").selectOption({ label: "Safety" });
  await page.getByRole("checkbox", { name: "All grades" }).check();
  await sendAndLogInAgain(page, "Save", /\/admin\/login\?next=/);
  await expect(page.getByText(back)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Item Saved.");
  await expect(page.getByText(back)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/item\/\d+$/);
  const { pathname } = new URL(page.url());
  // the new title's form stays until this page is ready
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Bones, joints and muscles");
  await sendAndLogInAgain(page, "Save", /\/admin\/login\?next=/);
  await expect(page.getByText(back)).toBeVisible();
  await endSessionElsewhere(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login/);

  await newBorrower(library.address, "after.the.end");
  // without a reload, which would clear the form anyway; the staff login has no link to the borrowers' login
  await moveTo(page, "/user/login");
  await expect(page.getByRole("heading", { level: 1, name: "Log in", exact: true })).toBeVisible();
  await logInHere(page, "after.the.end", "apples and pears");
  await page
    .getByRole("button", { name: /log out/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/user\/login$/);
  await logIn(page, "admin", administrator.userName, administrator.password);
  await page.goto(pathname);
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Bones and joints");
  await expect(page.getByText(back)).toBeHidden();
});
