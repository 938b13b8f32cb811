import { administrator } from "#e2e/library.ts";
import { aNewcomer, register } from "#e2e/steps/borrowing.ts";
import { typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { logIn, logInHere } from "#e2e/steps/log-in.ts";
import { endSessionElsewhere } from "#e2e/steps/sessions.ts";
import { fillIn } from "#e2e/steps/stocking.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import type { Page, Request } from "@playwright/test";
import { unattendedHeader } from "#contract/wire/unattended.ts";
import { asClerk } from "#e2e/steps/as-clerk.ts";

// a background call may find the session ended too, which is logged to the console
test.use({ faultsMeant: ["Unauthorized"] });

const back = "What you typed is back.";

/** Presses the submit button, is sent to the login, and returns through it. */
async function sendAndLogInAgain(page: Page, button: string, login: RegExp): Promise<void> {
  await endSessionElsewhere(page);
  await page.getByRole("button", { name: button, exact: true }).click();
  await toast(page, "Unauthorized");
  await expect(page).toHaveURL(login);
  await expect(page.getByRole("heading", { level: 1, name: "Staff login" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByText("What you typed is kept.")).toBeVisible();
  await logInHere(page, administrator.userName, administrator.password);
}

test("what was typed for a new title is restored and saved; restored work is never shown to another user, nor after a logout", async ({
  page,
  library,
}) => {
  test.setTimeout(180_000);
  await logIn(page, "admin", administrator.userName, administrator.password);
  await page.goto("/admin/item/add");
  await fillIn(page, { title: "Bones and joints", sku: "BONES" });
  await sendAndLogInAgain(page, "Save without copies", /\/admin\/login\?next=/);
  await expect(page.getByText(back)).toBeVisible();
  await page.getByRole("button", { name: "Save without copies" }).click();
  await toast(page, "Item Saved.");
  await expect(page.getByText(back)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/item\/\d+$/);
  const { pathname } = new URL(page.url());
  // the page of the new title stays until this one is ready
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Bones, joints and muscles");
  await sendAndLogInAgain(page, "Save", /\/admin\/login\?next=/);
  await expect(page.getByText(back)).toBeVisible();
  await endSessionElsewhere(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/login/);

  const newcomer = aNewcomer("ended");
  const other = await page.context().newPage();
  await other.goto(library.address);
  await register(other, newcomer);
  await other.close();
  // without a reload, which would clear it anyway; the staff login has no link to the other
  await page.evaluate(() => {
    history.pushState(null, "", "/user/login");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.getByRole("heading", { level: 1, name: "Log in", exact: true })).toBeVisible();
  await logInHere(page, newcomer.userName, newcomer.password);
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

test("after a reload the staff login still says why, and no longer that what was typed is kept, which it is not", async ({
  page,
}) => {
  await logIn(page, "admin", administrator.userName, administrator.password);
  await page.goto("/admin/item/add");
  await fillIn(page, { title: "Bones and joints", sku: "BONES2" });
  await endSessionElsewhere(page);
  await page.getByRole("button", { name: "Save without copies", exact: true }).click();
  await expect(page.getByText("What you typed is kept.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByText("Log in to go on where you were.")).toBeVisible();
  await expect(page.getByText("What you typed is kept.")).toHaveCount(0);
  await logInHere(page, administrator.userName, administrator.password);
  await expect(page).toHaveURL("/admin/item/add");
});

test("a borrower's new address survives the end of the session and a reload of the login, which says why, at 390 px by keyboard", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const newcomer = aNewcomer("ended390");
  await register(page, newcomer);
  await page.clock.install();
  await logInHere(page, newcomer.userName, newcomer.password);
  await pressOn(page, page.getByRole("button", { name: "Edit", exact: true }));
  const street = page.getByLabel("Street", { exact: true });
  await typeWith("keyboard", page, street, "12 New Street");
  await page.clock.fastForward("09:00:00");
  await pressOn(page, page.getByRole("button", { name: "Save", exact: true }));
  await toast(page, "Unauthorized");
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page).toHaveURL(/\/user\/login\?next=/);
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    await expect(page.getByText("What you typed is kept.")).toBeVisible();
  }
  await page.clock.setSystemTime(new Date()); // a token of now
  await logInHere(page, newcomer.userName, newcomer.password);
  await expect(street).toHaveValue("12 New Street");
  await pressOn(page, page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("12 New Street")).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/user/orderlist/1");
  await expect(page.getByText("You must login to proceed")).toBeVisible();
});

test("a page that asks again by itself keeps no session alive while nobody is at it, at 1280 px by keyboard", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.clock.install();
  await asClerk(page, "/admin/system");
  const asked = () => page.waitForRequest((request) => request.url().includes("/api/System/"));
  const isUnattended = async (request: Request) => (await request.allHeaders())[unattendedHeader] !== undefined;
  await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  const own = asked();
  await page.clock.runFor(31_000);
  expect(await isUnattended(await own)).toBe(false); // somebody reads it
  await page.clock.runFor(120_000);
  const left = asked();
  await page.clock.runFor(31_000);
  expect(await isUnattended(await left)).toBe(true);
  await page.keyboard.press("ArrowDown");
  const back = asked();
  await page.clock.runFor(31_000);
  expect(await isUnattended(await back)).toBe(false);
});
