import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Row } from "#web/ui/layout.tsx";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { ActionButton } from "./action-button.tsx";
import { Button, IconButton } from "./button.tsx";

it("a button does not submit its form by default", async () => {
  const submit = vi.fn<() => void>();
  await render(
    <form onSubmit={(event) => (event.preventDefault(), submit())}>
      <Button>Preview</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await page.getByRole("button", { name: "Preview" }).click();
  expect(submit).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Save" }).click();
  expect(submit).toHaveBeenCalledOnce();
});

it("a busy button keeps the focus and ignores presses", async () => {
  const [press, submit] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const form = (busy: boolean) => (
    <form onSubmit={(event) => (event.preventDefault(), submit())}>
      <Button type="submit" busy={busy} onClick={press}>
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
  expect(press).toHaveBeenCalledOnce();
  expect(submit).toHaveBeenCalledOnce();
});

it("an icon button has a name and a tooltip", async () => {
  await render(<IconButton label="Close" icon={<svg />} />);
  await expect.element(page.getByRole("button", { name: "Close" })).toHaveAttribute("title", "Close");
});

it("a button that asks about something dangerous is red and apart from the others", async () => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmProvider>
        <Row>
          <Button>Duplicate</Button>
          <Button>View</Button>
          <ActionButton action={() => Promise.resolve()} ask={{ question: "Delete it?", danger: true }}>
            Delete
          </ActionButton>
        </Row>
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  const boxOf = (name: string) => page.getByRole("button", { name }).element().getBoundingClientRect();
  const between = boxOf("View").left - boxOf("Duplicate").right;
  expect(boxOf("Delete").left - boxOf("View").right).toBeGreaterThanOrEqual(between + 32);
  const { color, borderTopColor } = getComputedStyle(page.getByRole("button", { name: "Delete" }).element());
  expect([color, borderTopColor]).toEqual(["rgb(168, 32, 26)", "rgb(168, 32, 26)"]); // --danger
});
