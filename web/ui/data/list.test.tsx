import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChooseAll } from "./list.tsx";

/** Two items, with an action that deselects them. */
function Two() {
  const [count, setCount] = useState(1);
  return (
    <>
      <ChooseAll listed={2} chosen={count} onChoose={(isChosen) => setCount(isChosen ? 2 : 0)} />
      <button type="button" disabled={count === 0} onClick={() => setCount(0)}>
        Do it
      </button>
    </>
  );
}

it("the select-all checkbox selects all or none, and is indeterminate in between", async () => {
  await render(<Two />);
  const box = page.getByRole("checkbox", { name: "1 of 2 selected" });
  await expect.element(box).toBePartiallyChecked();
  await box.click();
  await expect.element(page.getByRole("checkbox", { name: "2 of 2 selected" })).toBeChecked();
  await page.getByRole("checkbox").click();
  await expect.element(page.getByRole("checkbox", { name: "Select all 2" })).not.toBeChecked();
});

it("the select-all checkbox takes the focus of a button that becomes disabled", async () => {
  await render(<Two />);
  page.getByRole("button").element().focus();
  await page.getByRole("button").click();
  await expect.element(page.getByRole("checkbox", { name: "Select all 2" })).toHaveFocus();
});
