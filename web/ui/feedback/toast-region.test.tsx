import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LiveRegion } from "#web/ui/accessibility.tsx";
import { messagesKey, toast, ToastRegion, toasts } from "./toast.tsx";

const live = (tone: "polite" | "assertive") => document.querySelector(`[data-toast-region] [aria-live=${tone}]`);

beforeEach(() => {
  toasts.dismiss();
  localStorage.setItem(messagesKey, "stay"); // the store's own test covers the duration
  return () => localStorage.removeItem(messagesKey);
});

describe("a toast", () => {
  it("is announced politely, or immediately if it is an error", async () => {
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

  it("disappears when it is dismissed", async () => {
    await render(<ToastRegion />);
    toast("Item saved.");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(page.getByText("Item saved.")).not.toBeInTheDocument();
  });

  it("shown in a dialog is announced in the dialog, or after it closes", async () => {
    const withDialog = (open: boolean) => (
      <>
        <Dialog open={open} onClose={() => undefined} title="Send it back">
          Words
          <LiveRegion />
        </Dialog>
        <ToastRegion />
      </>
    );
    const { rerender } = await render(withDialog(true));
    toast("Thank you.");
    await expect.element(page.getByText("Thank you.").first()).toBeVisible();
    const [first] = page.getByText("Thank you.").elements();
    await rerender(withDialog(false));
    await expect.poll(() => first?.isConnected).toBe(false); // the text is inserted again, so that it is announced
    expect(live("polite")).toHaveTextContent("Thank you.");
    await rerender(withDialog(true));
    toast("Not now.", "error");
    const dialog = page.getByRole("dialog", { name: "Send it back" });
    await expect.element(dialog.getByText("Not now.")).toBeInTheDocument();
  });

  it("appears above an open dialog", async () => {
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
