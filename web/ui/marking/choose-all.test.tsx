import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChooseAll } from "./choose-all.tsx";

/** Of two things; what is done with the chosen ones leaves none chosen. */
function Two() {
  const [chosen, setChosen] = useState(1);
  return (
    <>
      <ChooseAll listed={2} chosen={chosen} onChoose={(isChosen) => setChosen(isChosen ? 2 : 0)} />
      <button type="button" disabled={chosen === 0} onClick={() => setChosen(0)}>
        Do it
      </button>
    </>
  );
}

it("chooses all or none, and is neither between them", async () => {
  await render(<Two />);
  const box = page.getByRole("checkbox", { name: "1 of 2 chosen" });
  await expect.element(box).toBePartiallyChecked();
  await box.click();
  await expect.element(page.getByRole("checkbox", { name: "2 of 2 chosen" })).toBeChecked();
  await page.getByRole("checkbox").click();
  await expect.element(page.getByRole("checkbox", { name: "All 2 shown" })).not.toBeChecked();
});

it("takes the focus of the button that has nothing more to do", async () => {
  await render(<Two />);
  page.getByRole("button").element().focus();
  await page.getByRole("button").click();
  await expect.element(page.getByRole("checkbox", { name: "All 2 shown" })).toHaveFocus();
});
