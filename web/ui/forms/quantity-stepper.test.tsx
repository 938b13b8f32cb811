import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { type QuantityProblem, QuantityStepper } from "./quantity-stepper.tsx";

const box = page.getByRole("spinbutton", { name: "Quantity" });
const less = page.getByRole("button", { name: "Quantity: one fewer" });
const more = page.getByRole("button", { name: "Quantity: one more" });

const onChange = vi.fn<(value: number) => void>();
const onInvalid = vi.fn<(problem: QuantityProblem) => void>();
beforeEach(() => {
  onChange.mockClear();
  onInvalid.mockClear();
});

type More = { start?: number; onBelowOne?: () => void; disabled?: boolean; error?: string };

function Stepper({ start = 2, ...more }: More) {
  const [value, setValue] = useState(start);
  const change = (next: number) => {
    onChange(next);
    setValue(next);
  };
  return <QuantityStepper label="Quantity" value={value} onChange={change} onInvalid={onInvalid} {...more} />;
}

describe("a quantity field", () => {
  it("goes up and down with its buttons", async () => {
    await render(<Stepper />);
    await more.click();
    await expect.element(box).toHaveValue("3");
    await less.click();
    await less.click();
    await expect.element(box).toHaveValue("1");
    expect(onChange.mock.calls).toEqual([[3], [2], [1]]);
  });

  it("goes up and down with the arrow keys", async () => {
    await render(<Stepper />);
    await box.click();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
    await expect.element(box).toHaveValue("3");
  });

  it("exposes its value and maximum, and announces what a button did", async () => {
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

  it("is selected on focus, so that typing replaces the value", async () => {
    await render(<Stepper />);
    await box.click();
    await userEvent.keyboard("4{Enter}");
    expect(onChange.mock.calls).toEqual([[4]]);
    await expect.element(box).toHaveValue("4");
  });

  it("reports a typed value only on blur", async () => {
    await render(<Stepper />);
    await box.fill("5");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(onChange.mock.calls).toEqual([[5]]);
  });

  it("restores its value on Escape", async () => {
    await render(<Stepper />);
    await box.fill("4");
    await userEvent.keyboard("{Escape}");
    await expect.element(box).toHaveValue("2");
    await userEvent.tab();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("a quantity below one", () => {
  it("is reported to the owner, who may remove the item", async () => {
    const below = vi.fn<() => void>();
    await render(<Stepper start={1} onBelowOne={below} />);
    await less.click();
    expect(below).toHaveBeenCalledOnce();
    await expect.element(box).toHaveValue("1");
  });
});
