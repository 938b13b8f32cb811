import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { QuantityProblem } from "./quantity.ts";
import { QuantityStepper } from "./quantity-stepper.tsx";

const box = page.getByRole("spinbutton", { name: "Quantity" });
const less = page.getByRole("button", { name: "Quantity: one fewer" });
const more = page.getByRole("button", { name: "Quantity: one more" });

const changed = vi.fn<(value: number) => void>();
const invalid = vi.fn<(problem: QuantityProblem) => void>();
beforeEach(() => {
  changed.mockClear();
  invalid.mockClear();
});

type More = { start?: number; onBelowOne?: () => void; disabled?: boolean; error?: string };

function Stepper({ start = 2, ...more }: More) {
  const [value, setValue] = useState(start);
  const change = (next: number) => {
    changed(next);
    setValue(next);
  };
  return <QuantityStepper label="Quantity" value={value} onChange={change} onInvalid={invalid} {...more} />;
}

describe("a quantity", () => {
  it("goes up and down by its buttons", async () => {
    await render(<Stepper />);
    await more.click();
    await expect.element(box).toHaveValue("3");
    await less.click();
    await less.click();
    await expect.element(box).toHaveValue("1");
    expect(changed.mock.calls).toEqual([[3], [2], [1]]);
  });

  it("goes up and down by the arrow keys", async () => {
    await render(<Stepper />);
    await box.click();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
    await expect.element(box).toHaveValue("3");
  });

  it("tells its value and its ends to who listens, and what a button did", async () => {
    await render(
      <>
        <output data-said />
        <Stepper />
      </>,
    );
    await expect.element(box).toHaveAttribute("aria-valuenow", "2");
    await expect.element(box).toHaveAttribute("aria-valuemax", "5");
    await more.click();
    await expect.element(page.getByRole("status")).toHaveTextContent("Quantity: 3");
    await expect.element(box).toHaveAttribute("aria-valuenow", "3");
  });

  it("is selected when one comes to it, so that typing replaces it", async () => {
    await render(<Stepper />);
    await box.click();
    await userEvent.keyboard("4{Enter}");
    expect(changed.mock.calls).toEqual([[4]]);
    await expect.element(box).toHaveValue("4");
  });

  it("is not sent while it is typed, but when the box is left", async () => {
    await render(<Stepper />);
    await box.fill("5");
    expect(changed).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(changed.mock.calls).toEqual([[5]]);
  });

  it("is not sent when it is the same", async () => {
    await render(<Stepper />);
    await box.fill("2");
    await userEvent.tab();
    expect(changed).not.toHaveBeenCalled();
    expect(invalid).not.toHaveBeenCalled();
  });

  it("comes back when Escape takes back what was typed", async () => {
    await render(<Stepper />);
    await box.fill("4");
    await userEvent.keyboard("{Escape}");
    await expect.element(box).toHaveValue("2");
    await userEvent.tab();
    expect(changed).not.toHaveBeenCalled();
  });

  it("goes no higher than its most", async () => {
    await render(<Stepper start={5} />);
    await more.click();
    await expect.element(box).toHaveValue("5");
    expect(invalid).toHaveBeenCalledOnce();
  });
});

describe("less than one", () => {
  it("cannot be pressed where it means nothing", async () => {
    await render(<Stepper start={1} />);
    await expect.element(less).toBeDisabled();
    await expect.element(more).toBeEnabled();
  });

  it("asks its owner where it means to remove the item", async () => {
    const below = vi.fn<() => void>();
    await render(<Stepper start={1} onBelowOne={below} />);
    await less.click();
    expect(below).toHaveBeenCalledOnce();
    await expect.element(box).toHaveValue("1");
  });
});

it("says what is wrong beside the box", async () => {
  await render(<Stepper error="Quantity must be at most 5." />);
  await expect.element(box).toHaveAccessibleDescription("Quantity must be at most 5.");
  await expect.element(box).toHaveAttribute("aria-invalid", "true");
});
