import type { Page, Route } from "@playwright/test";
import { administrator, type Library } from "#e2e/library.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { aSheet, uploadFile } from "#e2e/steps/files.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

/** A form, and what a journey needs to use it. */
type FormRow = {
  name: string;
  /** Opens the form as a user would. */
  open: (page: Page, library: Library) => Promise<void>;
  /** Fills in enough to send the form. */
  fill: (page: Page) => Promise<void>;
  /** A field's name on the wire. */
  field: string;
  label: RegExp;
  text: string;
  /** Makes a value invalid; `sentence` is its error. */
  spoil: (page: Page) => Promise<void>;
  sentence: string;
  button: string;
  /** Part of the call's address. */
  call: string;
  /** Where a refusal of the whole form appears. */
  tells: "toast" | "alert";
  /** A link to another page, which asks about unsaved input. */
  asksAt: string;
  /** The notice that restored the text after a new login; `also` checks the rest. */
  returns: { words: string; also?: (page: Page) => Promise<void> };
  /** `theirs` saves another value of the same field, and `theirAddress` in a field that this journey doesn't touch. */
  conflict?: { theirs: (clerk: Caller, id: number, text: string) => Promise<void>; other: RegExp; done: string };
};

/** The other person's value of another field in a conflict. */
const theirAddress = "https://theirs.example";

const box = (page: Page, label: RegExp) => page.locator("input, textarea, select").and(page.getByLabel(label)).first();
const buttonOf = (page: Page, { button }: FormRow) => page.getByRole("button", { name: button, exact: true });
const put = (label: RegExp, text: string) => (page: Page) => box(page, label).fill(text);
const idIn = (page: Page) => Number(/(\d+)$/.exec(page.url())?.[1]);

const putAll = (fields: readonly (readonly [label: RegExp, text: string])[]) => async (page: Page) => {
  for (const [label, text] of fields) await box(page, label).fill(text);
};

/** One form of each kind; web/ui/form tests forms in detail. */
const forms: readonly FormRow[] = [
  {
    name: "order",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      // a new order, because the form doesn't offer a canceled order's status
      const [order] = await clerk.ask<{ orderId: number }[]>("Desk/SearchOrders?statusId=1&page=1&pageSize=1");
      await page.goto(`/admin/editorder/${order?.orderId}`);
    },
    fill: putAll([
      [/^Ship date/, ""],
      [/^Tracking number/, "MINE"],
    ]),
    field: "trackingNumber",
    label: /^Tracking number/,
    text: "MINE",
    spoil: (page) => box(page, /^Ship date/).pressSequentially("03"),
    sentence: "Ship date must be a complete date.",
    button: "Save",
    call: "Order/UpdateOrder",
    tells: "toast",
    asksAt: "Inventory",
    returns: { words: "We restored what you typed." },
    conflict: {
      theirs: async (clerk, id, text) => {
        const order = await clerk.ask<object>(`Order/Get/${id}`);
        await clerk.tell("Order/UpdateOrder/", { ...order, trackingNumber: text, orderNote: theirAddress });
      },
      other: /^Note/,
      done: "Order updated.",
    },
  },
  {
    name: "import matching",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/import");
      const sheet = aSheet("every-form.csv", [
        ["Title", "Shelf", "Category", "Subject"],
        ["Kept", "A1", "Book", "Safety"],
      ]);
      await uploadFile(page, sheet);
      await page.getByLabel("Field for Shelf").selectOption({ label: "Tags" });
      await page.getByRole("checkbox", { name: "Grades 6-8" }).check();
    },
    fill: putAll([
      [/^Copies of each/, "1"],
      [/^Description/, "About it"],
    ]),
    field: "description",
    label: /^Description/,
    text: "About it",
    spoil: put(/^Copies of each/, "many"),
    sentence: "Number of copies must be from 0 to 50.",
    button: "Check the file",
    call: "Import/MatchColumns",
    tells: "alert",
    asksAt: "Orders",
    returns: {
      words: "We saved your choices.",
      also: async (page) => {
        await expect(page.getByLabel("Field for Shelf")).toHaveValue("tags");
        await expect(page.getByRole("checkbox", { name: "Grades 6-8" })).toBeChecked();
      },
    },
  },
];

test.use({ expectedFaults: ["Unauthorized"] });

const header = "Please correct the invalid fields.";
const summaryOf = (page: Page) => page.getByRole("group", { name: header });
const fieldOf = (page: Page, { label }: FormRow) => box(page, label);

/** Answers the form's requests until the returned function is called. */
async function answerWith(page: Page, { call }: FormRow, answer: (route: Route) => Promise<void>) {
  const pattern = `**/api/${call}**`;
  await page.route(pattern, answer);
  return () => page.unroute(pattern);
}

const refusal =
  (message: string, errors: object[] = []) =>
  (route: Route) =>
    route.fulfill({ json: { isSuccess: false, message, ...(errors.length > 0 && { data: { errors } }) } });

async function expectErrorsForInvalidInput(page: Page, row: FormRow): Promise<void> {
  const button = buttonOf(page, row);
  await row.fill(page);
  await row.spoil(page);
  await button.click();
  await expect(summaryOf(page)).toBeFocused();
  await expect(page.getByText(row.sentence)).toHaveCount(2);
  await summaryOf(page).getByRole("link", { name: row.sentence }).click();
  await expect(page.locator(":focus[aria-invalid]")).toHaveCount(1);
  await expect(button).toBeEnabled();
  await row.fill(page);
}

async function expectRefusalsKeepInput(page: Page, row: FormRow): Promise<void> {
  const stopRefusal = await answerWith(page, row, refusal("The shelf is locked."));
  await buttonOf(page, row).click();
  if (row.tells === "toast") await toast(page, "The shelf is locked.");
  else await expect(page.getByRole("alert").filter({ hasText: "The shelf is locked." })).toBeVisible();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await stopRefusal();

  const stopFieldRefusal = await answerWith(
    page,
    row,
    refusal(`${header} No, thank you.`, [{ field: row.field, message: "No, thank you." }]),
  );
  await buttonOf(page, row).click();
  await expect(summaryOf(page).getByRole("link", { name: "No, thank you." })).toBeVisible();
  await expect(summaryOf(page)).toBeFocused();
  await expect(fieldOf(page, row).and(page.locator("[aria-invalid]"))).toHaveCount(1);
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await expect(buttonOf(page, row)).toBeEnabled();
  await stopFieldRefusal();
  await fieldOf(page, row).fill("");
  await fieldOf(page, row).fill(row.text);
}

async function expectQuestionBeforeLeaving(page: Page, row: FormRow, link: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
}

async function expectInputOutlivesSession(page: Page, row: FormRow) {
  const { words, also } = row.returns;
  const stopFailure = await answerWith(page, row, (route) =>
    route.fulfill({ status: 401, json: { isSuccess: false, message: "Unauthorized" } }),
  );
  await buttonOf(page, row).click();
  await toast(page, "Unauthorized");
  await expect(page).toHaveURL(/\/login\?next=/);
  await stopFailure();
  await logInHere(page, administrator.userName, administrator.password);
  await expect(page.getByText(words)).toBeVisible();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await also?.(page);
}

async function expectConflictIsNamed(page: Page, clerk: Caller, row: FormRow): Promise<void> {
  const { conflict } = row;
  if (!conflict) return;
  const notice = page.getByRole("alert").filter({ hasText: /was changed by .+\. Reload to see it\./ });
  const keep = notice.getByRole("button", { name: "Reload and keep what I typed" });
  await conflict.theirs(clerk, idIn(page), "Their words");
  await buttonOf(page, row).click();
  await expect(keep).toBeFocused();
  await keep.click();
  const both = page.getByText(/, their version$/);
  await expect(both).toHaveCount(1);
  await both.click();
  await expect(page.getByText("Their words", { exact: true }).first()).toBeVisible();
  await expect(fieldOf(page, row)).toHaveValue(row.text);
  await expect(box(page, conflict.other)).toHaveValue(theirAddress);

  await conflict.theirs(clerk, idIn(page), "Theirs again");
  await buttonOf(page, row).click();
  await notice.getByRole("button", { name: "Load their version" }).click();
  await expect(fieldOf(page, row)).toHaveValue("Theirs again");
  await fieldOf(page, row).fill("Mine on top of theirs");
  await buttonOf(page, row).click();
  await toast(page, conflict.done);
}

for (const row of forms) {
  test(`the ${row.name} form keeps its input through mistakes, refusals, a lost session, and conflicts`, async ({
    page,
    library,
  }) => {
    await row.open(page, library);
    await expectErrorsForInvalidInput(page, row);
    await expectRefusalsKeepInput(page, row);
    await expectQuestionBeforeLeaving(page, row, row.asksAt);
    await expectInputOutlivesSession(page, row);
    await expectConflictIsNamed(page, await clerkOf(library.address), row);
  });
}
