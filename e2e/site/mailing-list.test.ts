import { asClerk } from "#e2e/steps/as-clerk.ts";
import { readFile } from "node:fs/promises";
import type { Received } from "#server/test/start-smtp-server.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";

/** Returns an email's link. */
const linkIn = (mail: Received, start: string) => linksOf(mail, start)[0] ?? "";

test("a visitor signs up, confirms by email, and unsubscribes, by keyboard", async ({
  page,
  someoneElse,
  mailServer,
}) => {
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

  const mail = await mailTo(mailServer, "reads.news@school.example", "Please confirm your sign-up");
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

  await page.goto(linkIn(mail, "/signup/confirm"));
  await expect(page.getByRole("button", { name: "Confirm my sign-up" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm my sign-up" }).click();
  await expect(page.getByText("You’re on the list.")).toBeVisible();
  expect(await list()).toContain("reads.news@school.example");
  await staff.goto("/admin/activity-log?kind=subscribers");
  await expect(staff.getByText("Downloaded the mailing list").first()).toBeVisible();

  await page.goto(linkIn(mail, "/signup/leave"));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You’re off the list.")).toBeVisible();
  expect(await list()).not.toContain("reads.news@school.example");
  await page.goto(linkIn(mail, "/signup/confirm"));
  await page.getByRole("button", { name: "Confirm my sign-up" }).click();
  await expect(page.getByText("This link is no longer valid.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign up again" })).toBeVisible();
});
