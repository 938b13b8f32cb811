import { expect, it } from "vitest";
import { repository } from "./check-docs.ts";

/** Which rows of e2e/forms/ the forms of a file have: one for each use of the hook, or more. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  "accounts/account/account-card.tsx": ["account"],
  "accounts/account/change-password-form.tsx": ["change of a password", "own password of staff"],
  "accounts/borrowers/block-borrower.tsx": ["block of a borrower"],
  "accounts/borrowers/borrower-notes.tsx": ["note about a borrower"],
  "accounts/borrowers/edit-borrower.tsx": ["borrower"],
  "accounts/borrowers/hand-over.tsx": ["hand-over"],
  "accounts/borrowers/merge-borrower.tsx": ["merging of accounts"],
  "accounts/login/login-form.tsx": ["log-in"],
  "accounts/login/second-step-form.tsx": ["second step of a log-in"],
  "accounts/register-caller.tsx": ["registration of a caller"],
  "accounts/registration-form.tsx": ["registration"],
  "accounts/reset/reset-password.tsx": ["request of a reset", "new password"],
  "accounts/staff/accept-invitation-form.tsx": ["account of a new colleague"],
  "accounts/staff/change-role.tsx": ["role of a colleague"],
  "accounts/staff/invite.tsx": ["invitation of a colleague"],
  "accounts/staff/own-account.tsx": ["own email address of staff", "own name of staff"],
  "accounts/staff/second-step/second-step-card.tsx": ["new recovery codes of staff", "end of a second step of staff"],
  "accounts/staff/second-step/set-up-second-step.tsx": ["second step of staff"],
  "calendars/edit-calendar.tsx": ["calendar of a district"],
  "catalog/editing/copy-shelf.tsx": ["shelf place of a copy"],
  "catalog/editing/item-mutations.ts": ["item"],
  "catalog/thesaurus/edit-entry.tsx": ["entry of the thesaurus"],
  "circulation/borrower/arrived.tsx": ["order arrived"],
  "circulation/borrower/report-problem.tsx": ["problem of an order"],
  "circulation/borrower/sent-back.tsx": ["order sent back"],
  "circulation/cancel/cancel-order.tsx": ["cancellation of an order"],
  "circulation/cases/one-case.tsx": ["cost and note of a case", "settling of a case"],
  "circulation/cases/open-case.tsx": ["case of a copy"],
  "circulation/days/days-form.tsx": ["days of an order"],
  "circulation/edit-order/order-form.tsx": ["order"],
  "circulation/reminders/edit-reminder-steps.tsx": ["reminders"],
  "content/edit/edit-section.tsx": ["site content"],
  "content/sign-up/sign-up-form.tsx": ["sign-up for the mailing list"],
  "imports/one/match-columns.tsx": ["matching of an import"],
  "news/edit/edit-news.tsx": ["news"],
  "settings/codes/edit-code-list.tsx": ["subjects"],
  "settings/edit-settings.tsx": ["settings"],
  "stock-take/start-stock-take.tsx": ["start of a stock-take"],
};

/** Forms of choices alone, none of them a text that is sent, with the journey that shows what becomes of them. */
const journeysOf: Readonly<Record<string, string>> = {
  "circulation/wishes/change-titles.tsx": "e2e/desk/orders.test.ts",
  "imports/one/words.tsx": "e2e/importing/words.test.ts",
};

const { files, read } = repository();

/** How often each file of the product makes a form. */
const uses = files
  .filter((file) => /^web\/(features|pages|app)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, count: read(file).match(/\buseForm(?:<[^(]*>)?\(/g)?.length ?? 0 }))
  .filter(({ count }) => count > 0);

/** The names of the rows: those of what they press are deeper in the text. */
const rows = files
  .filter((file) => /^e2e\/forms\/.*-forms\.ts$/.test(file))
  .flatMap((file) => [...read(file).matchAll(/^ {4}name: "(.+)",$/gm)].map(([, name = ""]) => name));

it("every form of the product has a row in e2e/forms, which fills it in beyond its limits, and every row a form", () => {
  expect(uses.length).toBeGreaterThan(30);
  expect(uses.map(({ file }) => file.replace("web/features/", "")).toSorted()).toEqual(
    [...Object.keys(rowsOf), ...Object.keys(journeysOf)].toSorted(),
  );
  for (const { file, count } of uses) {
    const name = file.replace("web/features/", "");
    if (name in journeysOf) expect(files).toContain(journeysOf[name]);
    else expect(rowsOf[name]?.length, file).toBeGreaterThanOrEqual(count);
  }
  expect(rows.toSorted()).toEqual(Object.values(rowsOf).flat().toSorted());
});
