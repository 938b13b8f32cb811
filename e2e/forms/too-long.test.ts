import { expect, test } from "#e2e/test.ts";
import { box } from "./form-row.ts";
import { forms } from "./forms.ts";

const longerThanAny = 20_001; // characters

/** Those whose field takes a text; a day or a choice cannot be too long. */
const typed = forms.filter(
  ({ name, isAtAName }) => !isAtAName && !["days in line", "matching of an import"].includes(name),
);

for (const row of typed) {
  test(`${row.name}: of a text that is too long the field takes no more, or the form says it and sends nothing`, async ({
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
    const [field, button] = [box(page, row.label), page.getByRole("button", { name: row.button, exact: true })];
    await field.fill("x".repeat(longerThanAny));
    const taken = (await field.inputValue()).length;
    if (taken < longerThanAny) {
      await expect(field).toHaveAttribute("maxlength", String(taken));
    } else {
      await (row.isStrict ? field.blur() : button.click());
      await expect(field).toHaveAttribute("aria-invalid");
      await expect(button).toBeDisabled();
    }
    expect(sent).toBe(0);
    await field.fill("");
    await row.fill(page);
    await field.fill(row.text);
    await expect(button).toBeEnabled();
  });
}
