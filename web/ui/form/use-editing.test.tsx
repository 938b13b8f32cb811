import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useEditing } from "./use-editing.ts";

function Card({ start }: { start?: boolean }) {
  const { editing, setEditing, opener } = useEditing(start);
  if (editing)
    return (
      <form>
        <button type="button" onClick={() => setEditing(false)}>
          Cancel
        </button>
      </form>
    );
  return (
    <button type="button" ref={opener} onClick={() => setEditing(true)}>
      Edit
    </button>
  );
}

const button = (name: string) => page.getByRole("button", { name });

it("leads back to the button that opened the form", async () => {
  await render(<Card />);
  expect(document.activeElement).toBe(document.body);
  await button("Edit").click();
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});

it("leads there from a form that came back with what was typed, too", async () => {
  await render(<Card start />);
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});
