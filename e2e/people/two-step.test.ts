import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import { administrator, startLibrary } from "#e2e/library.ts";
import { clerkOf, saveRules } from "#e2e/steps/as-clerk.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test as base } from "#e2e/test.ts";
import { decodeCodes } from "#server/test/decode-codes.ts";

const test = base.extend<object, object>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const library = await startLibrary();
      await saveRules(await clerkOf(library.address), { requireTwoStep: true });
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const { userName, password } = administrator;

/** Fills in the user name and the password, and waits for the code form. */
async function passFirstStep(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await tabTo(page, "textbox", "Username");
  await page.keyboard.type(userName);
  await tabTo(page, "textbox", "Password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password is right. One more step.")).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
}

/** Returns the recovery codes on the page. */
async function codesOn(page: Page): Promise<string[]> {
  const codes = page.getByRole("main").getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

test("staff set up required two-step verification, log in with a code and a recovery code, and turn it off", async ({
  page,
}, testInfo) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin/login");
  await logInHere(page, userName, password);

  // nothing else is open
  await expect(page).toHaveURL(/\/admin\/account$/);
  await expect(page.getByText("Set this up first")).toBeVisible();
  await page.goto("/admin/orderlist");
  await expect(page).toHaveURL(/\/admin\/account$/);
  await expect(page.getByRole("button", { name: "Change password" })).toBeHidden();
  const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(picture).toBeVisible();

  // the QR code has the same key as the page
  const file = testInfo.outputPath("qr-code.png");
  await picture.screenshot({ path: file });
  const app = URI.parse(decodeCodes([file])[0] ?? "");
  const key = app.secret.base32;
  await tabTo(page, "button", "Copy key");
  await page.keyboard.press("Enter");
  await toast(page, "Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect([app.issuer, app.label]).toEqual(["127.0.0.1", userName]);
  const codeIn = (seconds: number) => new TOTP({ secret: key }).generate({ timestamp: Date.now() + seconds * 1000 });

  await tabTo(page, "textbox", "Code");
  await expect(page.getByLabel("Code", { exact: true })).toHaveAttribute("autocomplete", "one-time-code");
  await page.keyboard.type(codeIn(0));
  await tabTo(page, "textbox", "Your password");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");

  await expect(page.getByText("Save these codes now")).toBeVisible();
  await expect(page.getByRole("heading", { name: `Recovery codes for ${userName}` })).toBeFocused();
  const [first = "", second = "", third = "", ...more] = await codesOn(page);
  await tabTo(page, "button", "Copy");
  await page.keyboard.press("Enter");
  const clipboard = await page.evaluate(() => navigator.clipboard.readText());
  expect(clipboard.split("\n")).toEqual([first, second, third, ...more]);
  const downloading = page.waitForEvent("download");
  await tabTo(page, "button", "Download");
  await page.keyboard.press("Enter");
  expect(await readFile(await (await downloading).path(), "utf8")).toContain(
    [first, second, third, ...more].join("\n"),
  );
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(first)).toBeVisible();
  await expect(page.getByText("Save these codes now")).toBeHidden();
  await page.emulateMedia({ media: null });
  await tabTo(page, "button", "I’ve saved them");
  await page.keyboard.press("Enter");
  await expect(page.getByText("10 left")).toBeVisible();
  await page.goto("/admin/orderlist");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Order");

  // the login needs the next code, because the setup used this one
  await logOut(page);
  await passFirstStep(page);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Code", { exact: true })).toHaveAttribute("autocomplete", "one-time-code");
  await page.getByLabel("Code", { exact: true }).fill(codeIn(30));
  await page.keyboard.press("Enter");
  await toast(page, "Succesfully logged in.");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await logOut(page);
  await passFirstStep(page);
  await tabTo(page, "button", "Use a recovery code");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.keyboard.type(first.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await page.goto("/admin/account");
  await expect(page.getByText("9 left")).toBeVisible();
  await tabTo(page, "button", "Change email address");
  await page.keyboard.press("Enter");
  await page.getByLabel("Email address", { exact: true }).fill(`${userName}@library.example`);
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Save email address" }).click();
  await expect(page.getByText("Enter the code from your authenticator app.").first()).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(third);
  await page.getByRole("button", { name: "Save email address" }).click();
  await toast(page, "Updated.");
  await expect(page.getByText("8 left")).toBeVisible();
  await tabTo(page, "button", "Turn off");
  await page.keyboard.press("Enter");
  await page.getByLabel("Code", { exact: true }).fill(second);
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(page.getByText("Set this up first")).toBeVisible();
});
