import type { Locator, Page } from "@playwright/test";
import { allCalls } from "#contract/all.ts";
import { limits } from "#contract/codes.ts";
import { siteContent } from "#contract/site/sections.ts";
import { startLibrary } from "#e2e/library.ts";
import { expect, test as base } from "#e2e/test.ts";
import { leavesOf, schemaOf } from "#server/test/generated/schema-leaves.ts";
import { box, buttonOf, type FormRow } from "./form-row.ts";
import { forms } from "./forms.ts";

/** Not the library of its worker, where the other journey of all forms makes the same titles and people. */
const test = base.extend<object, object>({
  library: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const library = await startLibrary();
      await use(library);
      await library.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Of what can be typed into: a day or a choice cannot be too long, and nobody fills in what only robots find. */
const typed = ["text", "email", "tel", "password", "search", "url"];
const controls = ["textarea", "input:not([type])", ...typed.map((type) => `input[type=${type}]`)];
const selector = controls.map((control) => `${control}:not([tabindex="-1"])`).join(", ");

/** Those without a text. */
const onlyChoices = ["days of an order", "order arrived", "role of a colleague"];

/** The limit of a field by the contract, where its call has a text of this name. */
function limitOf({ call }: FormRow, name: string): number | undefined {
  const endpoint = allCalls.find((one) => one.call.replace(/\/$/, "").startsWith(`POST ${call}`));
  const schemas = call === "Site/SaveSection" ? [siteContent.shape.footer] : [endpoint?.rules, endpoint?.body];
  const path = name.replaceAll(/\.\d+/g, ".0");
  const found = schemas.flatMap((schema) => (schema ? leavesOf(schemaOf(schema)) : []));
  return found.find((leaf) => leaf.path.join(".") === path && leaf.most !== undefined)?.most;
}

/** The fields that take a text, in the form or dialog around the row's own field. */
async function textsOf(page: Page, row: FormRow): Promise<Locator[]> {
  const around = page
    .getByRole("dialog")
    .or(page.locator("form").filter({ has: box(page, row.label) }))
    .first();
  const all = await around.locator(selector).all();
  const isToType = await Promise.all(all.map(async (field) => (await field.isVisible()) && (await field.isEditable())));
  return all.filter((_field, at) => isToType[at]);
}

/** One character more than this field may have: it takes no more, or the form says so in a sentence and sends nothing. */
async function expectItsLimit(page: Page, row: FormRow, field: Locator): Promise<void> {
  const name = (await field.getAttribute("name")) ?? (await field.getAttribute("id")) ?? "";
  const before = await field.inputValue();
  const own = await field.getAttribute("maxlength");
  const declared = limitOf(row, name);
  const most = own === null ? (declared ?? limits.prose) : Number(own);
  if (own !== null && declared !== undefined) expect(most, `${row.name}: ${name}`).toBeLessThanOrEqual(declared);
  await field.fill("x".repeat(most + 1));
  if (own !== null) {
    expect((await field.inputValue()).length, `${row.name}: ${name}`).toBe(most);
  } else {
    await field.blur(); // which adds a tag
    // after the first time the form says it while one types, and the button is disabled by then
    if (!row.isStrict) await buttonOf(page, row).evaluate((button: HTMLButtonElement) => button.click());
    await expect(field, `${row.name}: ${name}`).toHaveAttribute("aria-invalid");
    await expect(field).toHaveAccessibleDescription(/\S.*\./);
    await expect(buttonOf(page, row)).toBeDisabled();
  }
  if ((await field.inputValue()) === "") await field.press("Backspace"); // which takes the tag away
  else await field.fill(before);
}

for (const row of forms.filter(({ name }) => !onlyChoices.includes(name))) {
  test(`${row.name}: of a text that is too long each field takes no more, or the form says it and sends nothing`, async ({
    page,
    library,
  }) => {
    let sent = 0;
    await row.open(page, library);
    await row.fill(page);
    await page.route(`**/api/${row.call}**`, (route) => {
      sent += 1;
      return route.abort();
    });
    const fields = await textsOf(page, row);
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) await expectItsLimit(page, row, field);
    expect(sent).toBe(0);
    await row.fill(page);
    await expect(buttonOf(page, row)).toBeEnabled();
  });
}
