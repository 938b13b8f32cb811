import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Said } from "#web/ui/overlay/said.tsx";
import { ToastRegion } from "./toast-region.tsx";
import { messagesKey, toast, toasts } from "./toast.ts";

const live = (tone: "polite" | "assertive") => document.querySelector(`[data-toast-region] [aria-live=${tone}]`);

beforeEach(() => {
  toasts.dismiss();
  localStorage.setItem(messagesKey, "stay"); // the duration is the store's, with its own test
  return () => localStorage.removeItem(messagesKey);
});

describe("a toast", () => {
  it("is announced when the reader pauses, a fault at once", async () => {
    await render(<ToastRegion />);
    toast("Order updated.");
    await expect.element(page.getByText("Order updated.")).toBeVisible();
    expect(live("polite")).toHaveTextContent("Order updated.");
    expect(live("assertive")).toHaveTextContent("");
    toast("Forbidden", "error");
    await expect.element(page.getByText("Forbidden")).toBeVisible();
    expect(live("assertive")).toHaveTextContent("Forbidden");
    expect(live("polite")).toHaveTextContent("");
  });

  it("goes when it is dismissed", async () => {
    await render(<ToastRegion />);
    toast("Item saved.");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(page.getByText("Item saved.")).not.toBeInTheDocument();
  });

  it("that was told in a dialog is announced when the dialog has closed, or in it", async () => {
    const shown = (open: boolean) => (
      <>
        <Dialog open={open} onClose={() => undefined} title="Send it back">
          Words
          <Said />
        </Dialog>
        <ToastRegion />
      </>
    );
    const { rerender } = await render(shown(true));
    toast("Thank you.");
    await expect.element(page.getByText("Thank you.").first()).toBeVisible();
    const [first] = page.getByText("Thank you.").elements();
    await rerender(shown(false));
    await expect.poll(() => first?.isConnected).toBe(false); // the words are there once more, and so they are heard
    expect(live("polite")).toHaveTextContent("Thank you.");
    await rerender(shown(true));
    toast("Not now.", "error");
    const dialog = page.getByRole("dialog", { name: "Send it back" });
    await expect.element(dialog.getByText("Not now.")).toBeInTheDocument();
  });

  it("lies above an open dialog", async () => {
    await render(
      <>
        <Dialog open onClose={() => undefined} title="Label">
          Words
        </Dialog>
        <ToastRegion />
      </>,
    );
    toast("Label printed.");
    await expect.element(page.getByText("Label printed.")).toBeVisible();
    const box = () => page.getByText("Label printed.").element().closest("[popover]");
    await expect.poll(() => box()?.matches(":popover-open")).toBe(true);
  });
});
