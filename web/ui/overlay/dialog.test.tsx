import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "./dialog.tsx";

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Terms">
        Words
      </Dialog>
    </>
  );
}

it("opens, takes the focus, closes by Escape and gives the focus back", async () => {
  await render(<Opener />);
  const opener = page.getByRole("button", { name: "Open" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Terms" });
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
