import type { Page, Route } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { aNewcomer } from "#e2e/steps/borrowing.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";
import { box, buttonOf, type FormRow, theirAddress } from "./form-row.ts";
import { forms } from "./forms.ts";

test.use({ faultsMeant: ["Unauthorized"] });

const header = "Please correct the invalid fields.";
const summaryOf = (page: Page) => page.getByRole("group", { name: header });
const fieldOf = (page: Page, { label }: FormRow) => box(page, label);

/** Answers the next time the form is sent, and counts how often that is. */
async function answerOnce(page: Page, { call }: FormRow, answer: (route: Route) => Promise<void>) {
  let sent = 0;
  const pattern = `**/api/${call}**`;
  await page.route(pattern, (route) => {
    sent += 1;
    return answer(route);
  });
  return { sent: () => sent, done: () => page.unroute(pattern) };
}

const refusal =
  (message: string, errors: object[] = []) =>
  (route: Route) =>
    route.fulfill({ json: { isSuccess: false, message, ...(errors.length > 0 && { data: { errors } }) } });

/** The text is still there, or the choice. */
async function expectKept(page: Page, row: FormRow): Promise<void> {
  const field = fieldOf(page, row);
  if (!row.takeBack) return expect(field).toHaveValue(row.text);
  const isChosen = (control: HTMLInputElement) => (control.type === "radio" ? control.checked : control.value !== "");
  await expect.poll(() => field.evaluate(isChosen)).toBe(true);
}

/** Takes back what is in the field, and fills it in again. */
async function fillInAgain(page: Page, row: FormRow): Promise<void> {
  if (row.takeBack) {
    await row.takeBack(page);
    return row.fill(page);
  }
  await fieldOf(page, row).fill("");
  await fieldOf(page, row).fill(row.text);
}

async function expectWrongInputIsTold(page: Page, row: FormRow): Promise<void> {
  const button = buttonOf(page, row);
  await row.fill(page);
  if (!row.spoil || row.sentence === undefined) return;
  await row.spoil(page);
  if (row.isStrict) {
    await expect(page.getByText(row.sentence)).toHaveCount(1);
  } else {
    await button.click();
    await expect(summaryOf(page)).toBeFocused();
    await expect(page.getByText(row.sentence)).toHaveCount(2);
    await expectAccessible(page);
    await summaryOf(page).getByRole("link", { name: row.sentence }).click();
    // of radio buttons the group is what is wrong
    const wrongGroup = page.getByRole("group").filter({ hasText: row.sentence });
    await expect(page.locator(":focus[aria-invalid]").or(wrongGroup.locator(":focus"))).toHaveCount(1);
  }
  await expect(button).toBeDisabled();
  await row.fill(page);
  await expect(button).toBeEnabled();
}

async function expectRefusalsKeepWhatWasTyped(page: Page, row: FormRow): Promise<void> {
  const whole = await answerOnce(page, row, refusal("The shelf is locked."));
  await buttonOf(page, row).evaluate((button: HTMLButtonElement) => {
    for (const _press of [1, 2, 3]) button.click();
  });
  if (row.tells === "toast") await toast(page, "The shelf is locked.");
  else await expect(page.getByRole("alert").filter({ hasText: "The shelf is locked." })).toBeVisible();
  expect(whole.sent(), "a form that is sent three times at once").toBe(1);
  await expectKept(page, row);
  await whole.done();

  const byField = await answerOnce(
    page,
    row,
    refusal(`${header} No, thank you.`, [{ field: row.field, message: "No, thank you." }]),
  );
  await buttonOf(page, row).click();
  await expect(summaryOf(page).getByRole("link", { name: "No, thank you." })).toBeVisible();
  await expect(summaryOf(page)).toBeFocused();
  // of radio buttons the group is what is wrong
  const wrongGroup = page
    .getByRole("group")
    .filter({ hasText: "No, thank you." })
    .filter({ has: fieldOf(page, row) });
  const wrongField = fieldOf(page, row).and(page.locator("[aria-invalid]"));
  await expect(row.takeBack ? wrongField.or(wrongGroup) : wrongField).toHaveCount(1);
  await expectKept(page, row);
  await expect(buttonOf(page, row)).toBeDisabled();
  await byField.done();
  await fillInAgain(page, row);
  await expect(buttonOf(page, row)).toBeEnabled();
}

/** A request that does not fit, a thing that is gone, and a fault of the server: told in the form, which stays. */
async function expectFailuresKeepWhatWasTyped(page: Page, row: FormRow): Promise<void> {
  const address = page.url();
  for (const status of [400, 404, 413, 500]) {
    const message = `No, by ${status}.`;
    const failing = await answerOnce(page, row, (route) =>
      route.fulfill({ status, json: { isSuccess: false, message } }),
    );
    await buttonOf(page, row).click();
    const said = status === 500 && row.fault ? row.fault : message;
    await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
    await expect(buttonOf(page, row)).toBeEnabled();
    await expectKept(page, row);
    expect(page.url(), `after ${status}`).toBe(address);
    await failing.done();
  }
}

async function expectLeavingIsAskedAbout(page: Page, row: FormRow, link: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
}

async function expectItOutlivesTheSession(page: Page, row: FormRow, returns: NonNullable<FormRow["returns"]>) {
  const { words, also } = returns;
  const over = await answerOnce(page, row, (route) =>
    route.fulfill({ status: 401, json: { isSuccess: false, message: "Unauthorized" } }),
  );
  await buttonOf(page, row).click();
  await toast(page, "Unauthorized");
  await expect(page).toHaveURL(/\/login\?next=/);
  await over.done();
  const { userName, password } = page.url().includes("/admin/") ? administrator : aNewcomer("form.account");
  await logInHere(page, returns.userName ?? userName, password);
  if (words !== undefined) {
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
  }
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await also?.(page);
}

async function expectConflictIsNamed(page: Page, row: FormRow, conflict: FormRow["conflict"]): Promise<void> {
  if (!conflict) return;
  const notice = page.getByRole("alert").filter({ hasText: /was changed by .+\. Reload to see it\./ });
  const keep = notice.getByRole("button", { name: "Reload and keep what I typed" });
  await conflict.theirs(page, "Their words");
  await buttonOf(page, row).click();
  await expect(keep).toBeFocused();
  await expectAccessible(page);
  await keep.click();
  const both = page.getByText(/, their version$/);
  await expect(both).toHaveCount(1);
  await both.click();
  await expect(page.getByText("Their words", { exact: true }).first()).toBeVisible();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await expect(box(page, conflict.other)).toHaveValue(theirAddress);

  await conflict.theirs(page, "Theirs again");
  await buttonOf(page, row).click();
  await notice.getByRole("button", { name: "Load their version" }).click();
  await expect(fieldOf(page, row)).toHaveValue("Theirs again");
  await fieldOf(page, row).fill("Mine on top of theirs");
  await buttonOf(page, row).click();
  await toast(page, conflict.done);
}

for (const row of forms) {
  test(`${row.name}: wrong input, refusals, failures, leaving, a lost session and conflicts lose nothing`, async ({
    page,
    library,
  }) => {
    test.setTimeout(180_000);
    await row.open(page, library);
    await expectWrongInputIsTold(page, row);
    await expectRefusalsKeepWhatWasTyped(page, row);
    await expectFailuresKeepWhatWasTyped(page, row);
    if (row.asksAt) await expectLeavingIsAskedAbout(page, row, row.asksAt);
    if (row.returns) await expectItOutlivesTheSession(page, row, row.returns);
    await expectConflictIsNamed(page, row, row.conflict);
  });
}
