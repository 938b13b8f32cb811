import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ErrorSummary } from "./form.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import type { FieldProblem } from "./form-state.ts";

const city = { field: "city", message: "City is required." };
const zip = { field: "zip", message: "Zip is required." };

const form = (attempt: number, problems: readonly FieldProblem[]) => (
  <>
    <ErrorSummary problems={problems} attempt={attempt} />
    <div style={{ height: "200vh" }} />
    <TextField name="city" label="City" />
    <TextField name="zip" label="Zip" />
  </>
);

const summary = page.getByRole("group", { name: "Please correct the invalid fields." });

describe("the error summary", () => {
  it("takes the focus after a submit and lists each field", async () => {
    const screen = await render(form(0, []));
    expect(summary.query()).toBeNull();
    await screen.rerender(form(1, [city, zip]));
    await expect.element(summary).toHaveFocus();
    await expect.element(summary).toHaveAccessibleDescription(`${city.message} ${zip.message}`);
    expect(page.getByRole("alert").query()).toBeNull();
    expect(
      page
        .getByRole("link")
        .elements()
        .map((link) => link.textContent),
    ).toEqual([city.message, zip.message]);
  });

  it("links to the field and scrolls it into view", async () => {
    const before = location.href;
    await render(form(1, [city, zip]));
    await page.getByRole("link", { name: zip.message }).click();
    await expect.element(page.getByLabelText("Zip")).toHaveFocus();
    await expect.element(page.getByLabelText("Zip")).toBeInViewport();
    expect(location.href).toBe(before);
  });
});
