import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { keepFocus } from "./keep-focus.ts";

function Desk() {
  const [removals, setRemovals] = useState<readonly string[]>([]);
  const [renders, setRenders] = useState(0);
  const remove = (name: string) => setRemovals([...removals, name]);
  return (
    <main>
      <h1>Borrower</h1>
      {!removals.includes("notice") && (
        <div>
          <button onClick={() => remove("notice")}>Unblock</button>
        </div>
      )}
      <section>
        <h2>Account</h2>
        {!removals.includes("opener") && <button onClick={() => remove("closed dialog")}>Block</button>}
        {removals.includes("closed dialog") && !removals.includes("opener") && (
          <Dialog open title="Block?" onClose={() => undefined}>
            <button onClick={() => remove("opener")}>Yes</button>
          </Dialog>
        )}
      </section>
      <section>
        <h2>Notes</h2>
        <ul>
          {["one", "two", "three"]
            .filter((note) => !removals.includes(note))
            .map((note) => (
              <li key={note}>
                {note} <button onClick={() => remove(note)}>Delete {note}</button>
              </li>
            ))}
        </ul>
      </section>
      <form key={renders} action={() => setRenders(renders + 1)}>
        <input name="q" aria-label="Find" />
        <button>Search</button>
      </form>
    </main>
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
async function press(name: string): Promise<void> {
  button(name).element().focus();
  await userEvent.keyboard("{Enter}");
}

describe("the focus on staff pages", () => {
  beforeAll(() => keepFocus());

  it("moves to the heading above when its button disappears", async () => {
    await render(<Desk />);
    await press("Unblock");
    await expect.element(page.getByRole("heading", { name: "Borrower" })).toHaveFocus();
  });

  it("moves to the next row, the previous row, or the heading when its row disappears", async () => {
    await render(<Desk />);
    await press("Delete two");
    await expect.element(page.getByRole("listitem").nth(1)).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(button("Delete three")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("listitem")).toHaveFocus();
    await press("Delete one");
    await expect.element(page.getByRole("heading", { name: "Notes" })).toHaveFocus();
  });

  it("moves to the heading above when a dialog closes and its opener is gone", async () => {
    await render(<Desk />);
    await press("Block");
    await press("Yes");
    await expect.element(page.getByRole("heading", { name: "Account" })).toHaveFocus();
  });
});
