import { limits } from "#contract/catalog/codes.ts";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { InForm, SearchField } from "./field.tsx";
import { FilterForm } from "#web/ui/data/list.tsx";
import { DateField, PasswordField, TextAreaField, TextField } from "./text-fields.tsx";
import { CheckboxField, SelectField } from "./choice-fields.tsx";
import { CheckboxGroup, RadioGroup } from "./field-groups.tsx";

it("a search box accepts no more text than the contract allows", async () => {
  await render(<SearchField name="text" label="Search text" />);
  await userEvent.click(page.getByRole("searchbox"));
  await userEvent.keyboard("x".repeat(limits.line + 5));
  await expect.element(page.getByRole("searchbox")).toHaveValue("x".repeat(limits.line));
});

describe.each([
  ["a text box", TextField, "textbox"],
  ["a text area", TextAreaField, "textbox"],
  ["a select", SelectField, "combobox"],
  ["a search box", SearchField, "searchbox"],
] as const)("%s", (_what, Control, role) => {
  const control = page.getByRole(role);

  it("is named by its label and described by its hint and error", async () => {
    const screen = await render(<Control name="city" label="City" hint="Where the package goes." />);
    await expect.element(control).toHaveAccessibleName("City");
    await expect.element(control).toHaveAccessibleDescription("Where the package goes.");
    await expect.element(control).not.toHaveAttribute("aria-invalid");
    await screen.rerender(
      <Control name="city" label="City" hint="Where the package goes." error="City is required." />,
    );
    await expect.element(control).toHaveAccessibleDescription("Where the package goes. City is required.");
    await expect.element(control).toHaveAttribute("aria-invalid", "true");
  });

  it("is marked as optional, and keeps its name when the label is hidden", async () => {
    await render(<Control name="city" label="City" optional labelHidden />);
    await expect.element(control).toHaveAccessibleName("City (optional)");
  });
});

describe("a password field", () => {
  it("is hidden until the user shows it, and can be hidden again", async () => {
    await render(<PasswordField name="password" label="Password" />);
    const box = page.getByLabelText("Password", { exact: true });
    await box.fill("apples and pears");
    await expect.element(box).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.element(box).toHaveAttribute("type", "text");
    await expect.element(box).toHaveValue("apples and pears");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect.element(box).toHaveAttribute("type", "password");
  });

  it("does not submit the form with its show button", async () => {
    const submit = vi.fn<() => void>();
    await render(
      <form onSubmit={(event) => (event.preventDefault(), submit())}>
        <PasswordField name="password" label="Password" />
      </form>,
    );
    await page.getByRole("button", { name: "Show password" }).click();
    expect(submit).not.toHaveBeenCalled();
  });

  it("can be filled in by the browser", async () => {
    await render(<PasswordField name="new" label="New password" autoComplete="new-password" />);
    const box = page.getByLabelText("New password", { exact: true });
    await expect.element(box).toHaveAttribute("autocomplete", "new-password");
    await expect.element(box).toHaveAttribute("autocapitalize", "none");
  });
});

const statuses = [
  { value: 1, label: "New" },
  { value: 2, label: "Processing", hint: "Being packed." },
  { value: 3, label: "Shipped" },
];

describe("a radio group", () => {
  it("can be operated with the arrow keys", async () => {
    await render(<RadioGroup name="status" label="Status" options={statuses} defaultValue={1} />);
    await expect.element(page.getByRole("radio", { name: "New" })).toBeChecked();
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("radio", { name: /^Processing/ })).toBeChecked();
    await expect.element(page.getByRole("radio", { name: "New" })).not.toBeChecked();
  });

  it("has a name and an error description", async () => {
    await render(<RadioGroup name="status" label="Status" options={statuses} error="Choose a status." />);
    const group = page.getByRole("group", { name: "Status" });
    await expect.element(group).toHaveAccessibleDescription("Choose a status.");
    expect(page.getByRole("radio", { name: "New" }).element().id).toBe("status");
  });

  it("shows the value of its owner, even if the owner ignores a change", async () => {
    await render(<RadioGroup name="status" label="Status" options={statuses} value="3" onChange={() => undefined} />);
    await page.getByRole("radio", { name: "New" }).click();
    await expect.element(page.getByRole("radio", { name: "Shipped" })).toBeChecked();
  });
});

function Grades() {
  const [grades, setGrades] = useState<readonly (string | number)[]>([2]);
  const options = ["K", "1", "2"].map((label, at) => ({ value: at, label, checked: grades.includes(at) }));
  const toggle = (value: string | number) =>
    setGrades((before) =>
      before.includes(value) ? before.filter((current) => current !== value) : [...before, value],
    );
  return <CheckboxGroup id="grades" label="Grades" options={options} onToggle={toggle} error="Choose a grade." />;
}

it("a checkbox group accepts several values, and its id is on the first box", async () => {
  await render(<Grades />);
  await page.getByRole("checkbox", { name: "K" }).click();
  await expect.element(page.getByRole("checkbox", { name: "K" })).toBeChecked();
  await expect.element(page.getByRole("checkbox", { name: "2" })).toBeChecked();
  await page.getByRole("checkbox", { name: "2" }).click();
  await expect.element(page.getByRole("checkbox", { name: "2" })).not.toBeChecked();
  expect(document.getElementById("grades")).toBe(page.getByRole("checkbox", { name: "K" }).element());
  await expect.element(page.getByRole("group", { name: "Grades" })).toHaveAccessibleDescription("Choose a grade.");
});

it("a checkbox is checked by pressing its label, and has a description", async () => {
  await render(<CheckboxField name="terms" label="I agree" hint="To the terms." error="You must agree." />);
  const box = page.getByRole("checkbox");
  await page.getByText("I agree").click();
  await expect.element(box).toBeChecked();
  await expect.element(box).toHaveAccessibleDescription("To the terms. You must agree.");
});

it("a filter form passes on the values of its fields", async () => {
  const filters: string[] = [];
  const before = location.href;
  const { container } = await render(
    <FilterForm
      label="Orders"
      search={<SearchField name="text" label="Search text" />}
      actions={<button>Filter</button>}
      onFilter={(form) => filters.push(String(form))}
    >
      <SelectField name="status" label="Status" options={statuses} />
    </FilterForm>,
  );
  expect(container.querySelector("search")?.ariaLabel).toBe("Orders");
  await page.getByLabelText("Status").selectOptions("Shipped");
  await page.getByLabelText("Search text").fill("kings river");
  await userEvent.keyboard("{Enter}");
  expect(filters).toEqual(["text=kings+river&status=3"]);
  expect(location.href).toBe(before);
});

it("fields in a form are marked as required unless optional; filters are not", async () => {
  await render(
    <>
      <InForm value={true}>
        <TextField name="city" label="City" />
        <TextField name="note" label="Note" optional />
      </InForm>
      <TextField name="filter" label="Filter" />
    </>,
  );
  await expect.element(page.getByRole("textbox", { name: "City" })).toHaveAttribute("aria-required", "true");
  await expect.element(page.getByRole("textbox", { name: "Note" })).not.toHaveAttribute("aria-required");
  await expect.element(page.getByRole("textbox", { name: "Filter" })).not.toHaveAttribute("aria-required");
});

it("a date field groups the parts of the date under its name and marks an empty date", async () => {
  await render(<DateField name="due" label="Due from" />);
  const day = page.getByRole("group", { name: "Due from" }).getByLabelText("Due from");
  await expect.element(day).toHaveAttribute("data-empty");
  await day.fill("2026-03-04");
  await expect.element(day).not.toHaveAttribute("data-empty");
  await day.fill("");
  await expect.element(day).toHaveAttribute("data-empty");
});
