import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useEditing } from "./editing.ts";

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

it("canceling a form returns the focus to the button that opened it", async () => {
  await render(<Card />);
  expect(document.activeElement).toBe(document.body);
  await button("Edit").click();
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});

it("canceling a restored form focuses the button that opens it", async () => {
  await render(<Card start />);
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});
