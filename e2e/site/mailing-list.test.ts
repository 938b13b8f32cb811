import { asClerk } from "#e2e/steps/as-clerk.ts";
import { readFile } from "node:fs/promises";
import { type ParsedMail, simpleParser } from "mailparser";
import type { Library } from "#e2e/library.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

/** Returns the newest email to an address. Without a mail server, emails are files named in the log. */
async function mailTo(library: Library, address: string): Promise<ParsedMail> {
  let newest: ParsedMail | undefined;
  await expect(async () => {
    const files = [...library.log().matchAll(/mail written to ([^"\s]+\.eml)/g)].map(([, file = ""]) => file);
    const mails = await Promise.all(files.map(async (file) => simpleParser(await readFile(file))));
    newest = mails.findLast(({ to }) => [to].flat().some((one) => one?.text.includes(address)));
    expect(newest).toBeDefined();
  }).toPass({ timeout: 15_000 });
  if (!newest) throw new Error(`No mail went to ${address}.`);
  return newest;
}

/** Returns the target of an email's button. */
function linkIn({ html }: ParsedMail, label: string): string {
  const link = new RegExp(`href="([^"]+)"[^>]*>(?:<[^>]+>|\\s)*${label}`).exec(html || "")?.[1];
  if (!link) throw new Error(`The mail has no link ${label}.`);
  return new URL(link).pathname;
}

test("a visitor signs up, confirms by email, and unsubscribes, by keyboard", async ({ page, someoneElse, library }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  await page.goto("/signup");
  await expect(page.getByRole("heading", { level: 1, name: "Something new is coming" })).toBeVisible();
  await tabTo(page, "textbox", "Email address");
  await page.keyboard.type("reads.news@school");
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("group", { name: "Please correct the invalid fields." })
      .getByRole("link", { name: "Email Address is required/invalid." }),
  ).toBeVisible();
  await tabTo(page, "textbox", "Email address");
  await page.keyboard.press("End");
  await page.keyboard.type(".example");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Check your email.")).toBeVisible();

  const mail = await mailTo(library, "reads.news@school.example");
  expect(mail.subject).toBe("Please confirm your sign-up");
  expect(JSON.stringify(mail.headers.get("list"))).toContain("/api/MailingList/Unsubscribe/");

  const staff = await someoneElse();
  await asClerk(staff);
  const list = async () => {
    await staff.goto("/admin/sitecontent/signUp");
    const [download] = await Promise.all([
      staff.waitForEvent("download"),
      staff.getByRole("button", { name: "Download mailing list CSV" }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  expect(await list()).not.toContain("reads.news@school.example");

  await page.goto(linkIn(mail, "Confirm"));
  await expect(page.getByRole("button", { name: "Confirm my sign-up" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm my sign-up" }).click();
  await expect(page.getByText("You’re on the list.")).toBeVisible();
  expect(await list()).toContain("reads.news@school.example");
  await staff.goto("/admin/activity-log?kind=subscribers");
  await expect(staff.getByText("Downloaded the mailing list").first()).toBeVisible();

  await page.goto(linkIn(mail, "Unsubscribe"));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You’re off the list.")).toBeVisible();
  expect(await list()).not.toContain("reads.news@school.example");
  await page.goto(linkIn(mail, "Confirm"));
  await page.getByRole("button", { name: "Confirm my sign-up" }).click();
  await expect(page.getByText("This link is no longer valid.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign up again" })).toBeVisible();
});
