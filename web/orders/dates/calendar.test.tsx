import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useState } from "react";
import { Calendar } from "./calendar.tsx";
import { type Choice, chooseDay } from "./calendar-days.ts";

const bounds = { earliest: "2026-03-27", latest: "2026-05-20" };
const day = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });

function Picker({ chosen, of }: { chosen?: Choice; of?: (day: string) => number }) {
  const [choice, setChoice] = useState(chosen);
  const [month, setMonth] = useState(`${(chosen?.from ?? bounds.earliest).slice(0, 7)}-01`);
  const noteOf = (at: string) => {
    const n = of?.(at);
    return n === undefined
      ? undefined
      : { mark: `${n}`, words: n > 0 ? `${n} available` : "none available", isAvailable: n > 0 };
  };
  return (
    <>
      <button>Before</button>
      <Calendar
        {...{ bounds, choice, month, noteOf }}
        onMonth={setMonth}
        onChoose={(at) => setChoice(chooseDay(choice, at))}
        hint="Each date shows how many copies are available."
      />
      <button>After</button>
      <p>{JSON.stringify(choice)}</p>
    </>
  );
}

const [desk, phone] = [
  [1280, 800],
  [390, 844],
] as const;

it("each day open for orders says what is available, and the others say nothing", async () => {
  await page.viewport(...phone);
  await render(<Picker of={(at) => (at === "2026-03-31" ? 0 : 4)} />);
  await expect.element(page.getByRole("grid", { name: "March 2026" })).toBeVisible();
  await expect.element(day("Monday, March 30, 4 available")).toBeVisible();
  await expect.element(day("Tuesday, March 31, none available")).toBeVisible();
  const cells = page.getByRole("gridcell").elements();
  expect(cells.filter((cell) => cell.getAttribute("aria-disabled") === "true")).toHaveLength(26);
  expect(
    page
      .getByRole("gridcell", { disabled: true })
      .elements()
      .flatMap((cell) => accessibleText(cell)),
  ).toEqual([]);
  await expect
    .element(page.getByRole("group", { name: "Dates" }))
    .toHaveAccessibleDescription("Each date shows how many copies are available.");
});

/** Returns the text that isn't hidden from screen readers. */
function accessibleText(element: Element): string[] {
  if (element.ariaHidden === "true") return [];
  return [...element.childNodes].flatMap((node) =>
    node instanceof Element ? accessibleText(node) : (node.textContent ?? ""),
  );
}

it("the calendar is one tab stop, which arrow keys move over a month's end", async () => {
  await page.viewport(...phone);
  await render(<Picker />);
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "Previous month" }).click();
  page.getByRole("button", { name: "Next month" }).element().focus();
  await userEvent.keyboard("{Tab}");
  await expect.element(day("Friday, March 27")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(day("Friday, April 3")).toHaveFocus();
  await expect.element(page.getByRole("grid", { name: "April 2026" })).toBeVisible();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(day("Friday, March 27")).toHaveFocus();
  await userEvent.keyboard("{PageDown}{End}");
  await expect.element(day("Saturday, May 2")).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await userEvent.keyboard("{Tab}");
  await expect.element(day("Saturday, May 2")).toHaveFocus();
});

it("Enter and Space choose the first and the last day, which are selected with all days between them", async () => {
  await page.viewport(...desk);
  await render(<Picker />);
  await expect.poll(() => page.getByRole("grid").elements()).toHaveLength(2);
  day("Friday, March 27").element().focus();
  await userEvent.keyboard("{Enter}{ArrowRight}{ArrowDown} ");
  await expect.element(page.getByText(JSON.stringify({ from: "2026-03-27", to: "2026-04-04" }))).toBeVisible();
  await expect.element(day("Saturday, April 4, selected")).toHaveFocus();
  const selected = page.getByRole("gridcell", { selected: true });
  expect(selected.elements()).toHaveLength(9);
});

it("the calendar begins with the chosen dates, and stops at the last day open for orders", async () => {
  await page.viewport(...desk);
  await render(<Picker chosen={{ from: "2026-04-14", to: "2026-04-16" }} />);
  await expect.element(page.getByRole("grid", { name: "April 2026" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Next month" })).toHaveAttribute("aria-disabled", "true");
  expect(day(/^Tuesday, April 14/).element().tabIndex).toBe(0);
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect.element(page.getByRole("grid", { name: "March 2026" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Previous month" })).toHaveAttribute("aria-disabled", "true");
});
