import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button, IconButton } from "./button.tsx";

it("sends no form by default", async () => {
  const sent = vi.fn<() => void>();
  await render(
    <form onSubmit={(event) => (event.preventDefault(), sent())}>
      <Button>Preview</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await page.getByRole("button", { name: "Preview" }).click();
  expect(sent).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Save" }).click();
  expect(sent).toHaveBeenCalledOnce();
});

it("while it is busy keeps the focus, swallows presses and sends nothing", async () => {
  const [pressed, sent] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const form = (busy: boolean) => (
    <form onSubmit={(event) => (event.preventDefault(), sent())}>
      <Button type="submit" busy={busy} onClick={pressed}>
        Save
      </Button>
    </form>
  );
  const screen = await render(form(false));
  const button = page.getByRole("button", { name: "Save" });
  await button.click();
  await screen.rerender(form(true));
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter} ");
  await button.click();
  expect(pressed).toHaveBeenCalledOnce();
  expect(sent).toHaveBeenCalledOnce();
});

it("has a name and a tooltip where it shows an icon alone", async () => {
  await render(<IconButton label="Close" icon={<svg />} />);
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveAttribute("title", "Close");
});
