import type { Locator, Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { expect, test } from "#e2e/test.ts";

const logOutButton = (page: Page) => page.getByRole("button", { name: /^log out$/i });

/** Opens what a link leads to in a new tab, as a ctrl-click does. */
async function inNewTab(page: Page, link: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: ["ControlOrMeta"] })]);
  return tab;
}

test("all tabs of a browser have one cart and one session, which ends in all of them", async ({ page, library }) => {
  const userName = "tabs.reader";
  const reader = await newBorrower(library.address, userName);
  await page.goto("/user/inventories");
  const links = page.locator('main a[href^="/user/viewitem/"]');
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
  const openTitle = (at: number) => inNewTab(page, page.locator(`main a[href="${hrefs[at]}"]`).first());
  const [one, two] = [await openTitle(0), await openTitle(1)];

  // a visitor's cart, begun in one tab and filled in another
  for (const [tab, count] of [
    [one, 1],
    [two, 2],
  ] as const) {
    await tab.getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(tab.getByRole("link", { name: `Cart (${count})` })).toBeVisible();
  }

  // logged in in one tab, and so in all, and in a new one at a page for borrowers
  await one.goto("/user/login");
  await logInHere(one, userName, "apples and pears");
  await expect(logOutButton(two)).toBeVisible();
  await expect(logOutButton(page)).toBeVisible();
  const late = await page.context().newPage();
  await late.goto("/user/cartitems");
  for (const href of hrefs.slice(0, 2)) await expect(late.locator(`main a[href="${href}"]`).first()).toBeVisible();
  await late.goto(`/user/orderlist/${reader.userId}`);
  await expect(late.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(late).toHaveURL(/\/user\/orderlist/);

  // logged out in one tab, and so in all
  await logOutButton(two).press("Enter"); // under the popup of what was added
  await expect(late).toHaveURL(/\/user\/login/);
  await expect(page.getByRole("link", { name: "Log In" })).toBeVisible();
  expect(await late.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
  const after = await page.context().newPage();
  await after.goto(`/user/orderlist/${reader.userId}`);
  await expect(after).toHaveURL(/\/user\/login/);
});

test("a tab keeps its own session while another user logs in beside it, and their log-out ends only theirs", async ({
  page,
  library,
}) => {
  const [ann, bob] = [
    await newBorrower(library.address, "tabs.ann", { borrowerName: "Ann Tabs" }),
    await newBorrower(library.address, "tabs.bob", { borrowerName: "Bob Tabs" }),
  ];
  const other = await page.context().newPage();
  await other.goto("/accessibility");
  await ann.enter(page);
  await page.goto(`/user/account/${ann.userId}`);
  await bob.enter(other);
  await other.goto(`/user/account/${bob.userId}`);
  await expect(other.getByText("Bob Tabs").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Ann Tabs").first()).toBeVisible();
  await logOutButton(other).click();
  await expect(other).toHaveURL(/\/user\/login/);
  await page.reload();
  await expect(page.getByText("Ann Tabs").first()).toBeVisible();
});
