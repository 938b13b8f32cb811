import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { TagsField } from "./tags-field.tsx";

const box = page.getByRole("textbox", { name: "Tags" });
const status = page.getByRole("status");
const tags = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((tag) => tag.textContent);

function Tags({ start = "" }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <form onSubmit={(event) => (event.preventDefault(), setValue("SENT"))}>
      <TagsField id="tags" label="Tags" value={value} onChange={setValue} />
      <button>Save</button>
    </form>
  );
}

describe("tags in a field", () => {
  it("are added by Enter, which does not submit the form", async () => {
    await render(<Tags />);
    await box.fill("nutrition");
    await userEvent.keyboard("{Enter}");
    expect(tags()).toEqual(["nutrition"]);
    await expect.element(box).toHaveValue("");
    await expect.element(box).toHaveFocus();
    await expect.element(status).toHaveTextContent("Added nutrition");
  });

  it("are added by a comma, several at a time if pasted", async () => {
    await render(<Tags start="sleep" />);
    await box.fill("stress, nutrition, ");
    expect(tags()).toEqual(["sleep", "stress", "nutrition"]);
    await expect.element(status).toHaveTextContent("Added stress, nutrition");
  });

  it("are added on blur, so that Save loses nothing", async () => {
    await render(<Tags />);
    await box.fill("dental care");
    await userEvent.tab();
    expect(tags()).toEqual(["dental care"]);
  });

  it("are not added twice, regardless of case", async () => {
    await render(<Tags start="HIV" />);
    await box.fill("hiv");
    await userEvent.keyboard("{Enter}");
    expect(tags()).toEqual(["HIV"]);
    await expect.element(box).toHaveValue("");
  });

  it("are removed by their button, and the focus moves to the box", async () => {
    await render(<Tags start="sleep, stress" />);
    await page.getByRole("button", { name: "Remove tag sleep" }).click();
    expect(tags()).toEqual(["stress"]);
    await expect.element(box).toHaveFocus();
    await expect.element(status).toHaveTextContent("Removed sleep");
  });

  it("are removed by Backspace, last one first, only while nothing is typed", async () => {
    await render(<Tags start="sleep, stress" />);
    await box.fill("x");
    await userEvent.keyboard("{Backspace}");
    expect(tags()).toEqual(["sleep", "stress"]);
    await userEvent.keyboard("{Backspace}");
    expect(tags()).toEqual(["sleep"]);
  });

  it("let Enter in the empty box submit the form", async () => {
    await render(<Tags start="sleep" />);
    await box.click();
    await userEvent.keyboard("{Enter}");
    await expect.poll(tags).toEqual(["SENT"]);
  });
});
