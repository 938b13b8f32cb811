import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { TagsField } from "./tags-field.tsx";

const box = page.getByRole("textbox", { name: "Tags" });
const told = page.getByRole("status");
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

describe("tags", () => {
  it("are added by Enter, which does not send the form", async () => {
    await render(<Tags />);
    await box.fill("nutrition");
    await userEvent.keyboard("{Enter}");
    expect(tags()).toEqual(["nutrition"]);
    await expect.element(box).toHaveValue("");
    await expect.element(box).toHaveFocus();
    await expect.element(told).toHaveTextContent("Added nutrition");
  });

  it("are added by a comma, and several at once when they are pasted", async () => {
    await render(<Tags start="sleep" />);
    await box.fill("stress, nutrition, ");
    expect(tags()).toEqual(["sleep", "stress", "nutrition"]);
    await expect.element(told).toHaveTextContent("Added stress, nutrition");
  });

  it("are added when the box is left, so that Save loses nothing", async () => {
    await render(<Tags />);
    await box.fill("dental care");
    await userEvent.tab();
    expect(tags()).toEqual(["dental care"]);
  });

  it("are not added twice, in whatever case", async () => {
    await render(<Tags start="HIV" />);
    await box.fill("hiv");
    await userEvent.keyboard("{Enter}");
    expect(tags()).toEqual(["HIV"]);
    await expect.element(box).toHaveValue("");
  });

  it("are removed by their cross, and the focus goes on in the box", async () => {
    await render(<Tags start="sleep, stress" />);
    await page.getByRole("button", { name: "Remove tag sleep" }).click();
    expect(tags()).toEqual(["stress"]);
    await expect.element(box).toHaveFocus();
    await expect.element(told).toHaveTextContent("Removed sleep");
  });

  it("are removed by Backspace from the last, only while nothing is typed", async () => {
    await render(<Tags start="sleep, stress" />);
    await box.fill("x");
    await userEvent.keyboard("{Backspace}");
    expect(tags()).toEqual(["sleep", "stress"]);
    await userEvent.keyboard("{Backspace}");
    expect(tags()).toEqual(["sleep"]);
  });

  it("leave Enter in the empty box to the form", async () => {
    await render(<Tags start="sleep" />);
    await box.click();
    await userEvent.keyboard("{Enter}");
    await expect.poll(tags).toEqual(["SENT"]);
  });
});
