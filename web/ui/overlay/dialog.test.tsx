import { type ReactNode, useRef, useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "./dialog.tsx";

const opener = page.getByRole("button", { name: "Read the terms" });
const dialog = page.getByRole("dialog", { name: "Terms" });

function Terms({ children, onClose }: { children?: ReactNode; onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => (onClose ? onClose() : setOpen(false));
  return (
    <>
      <button onClick={() => setOpen(true)}>Read the terms</button>
      <Dialog open={open} onClose={close} title="Terms" actions={<button onClick={() => setOpen(false)}>Agree</button>}>
        {children}
      </Dialog>
    </>
  );
}

async function openTerms(children: ReactNode = "Return it in six weeks.") {
  await render(<Terms>{children}</Terms>);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

describe("a dialog", () => {
  it("gets the focus without a ring, so that its title is read, and traps Tab", async () => {
    await openTerms();
    await expect.element(dialog).toHaveFocus();
    expect(getComputedStyle(dialog.element()).outlineStyle).toBe("none");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByRole("button", { name: "Agree" })).toHaveFocus();
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
    await expect.element(page.getByRole("button", { name: "Close" })).toHaveFocus();
  });

  it.each([
    ["Escape", async () => userEvent.keyboard("{Escape}")],
    ["its Close button", async () => page.getByRole("button", { name: "Close" }).click()],
    ["one of its buttons", async () => page.getByRole("button", { name: "Agree" }).click()],
  ])("closes with %s and returns the focus to its opener", async (_way, close) => {
    await openTerms();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it("closes on a press outside, not inside", async () => {
    await openTerms();
    const box = dialog.element();
    await page.getByText("Return it in six weeks.").click();
    await expect.element(dialog).toBeVisible();
    box.dispatchEvent(new MouseEvent("click", { bubbles: true })); // what a press on the backdrop dispatches
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("makes its content focusable only while it scrolls", async () => {
    await openTerms(<p style={{ height: "200rem" }}>Many terms.</p>);
    const text = page.getByText("Many terms.").element();
    await expect.poll(() => text.parentElement?.tabIndex).toBe(0);
    await expect.element(page.getByRole("region", { name: "Terms" })).toBeVisible();
    text.style.height = "auto";
    await expect.poll(() => text.parentElement?.getAttribute("tabindex")).toBeNull();
  });
});

it("a dialog with much to read focuses its title", async () => {
  await render(
    <Dialog open onClose={() => undefined} title="Terms" initialFocus="title">
      Return it in six weeks.
    </Dialog>,
  );
  const title = page.getByRole("heading", { name: "Terms" });
  await expect.element(title).toHaveFocus();
  expect(getComputedStyle(title.element()).outlineStyle).toBe("none");
});

it("a dialog moves the focus from its title to the given field", async () => {
  const tags: string[] = [];
  const note = ({ target }: FocusEvent) => target instanceof Element && tags.push(target.tagName);
  document.addEventListener("focusin", note);
  await render(<Chooser />);
  await expect.element(page.getByRole("textbox", { name: "Copy number" })).toHaveFocus();
  document.removeEventListener("focusin", note);
  expect(tags.slice(-2)).toEqual(["H2", "INPUT"]);
});

it("typing right after a dialog opens goes into the given field", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }); // so that the focus does not move by itself
  onTestFinished(() => void vi.useRealTimers());
  await render(<Chooser />);
  expect(document.activeElement?.tagName).toBe("H2");
  await userEvent.keyboard("12");
  expect(document.activeElement).toHaveProperty("value", "12");
});

function Chooser() {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog open onClose={() => undefined} title="Choose a copy" role="alertdialog" initialFocus={first}>
      <input ref={first} aria-label="Copy number" />
    </Dialog>
  );
}

it("an alert dialog focuses the given element and is described by its text", async () => {
  await render(<Chooser />);
  await expect.element(page.getByRole("textbox", { name: "Copy number" })).toHaveFocus();
  const alert = page.getByRole("alertdialog", { name: "Choose a copy" }).element();
  const words = document.getElementById(alert.getAttribute("aria-describedby") ?? "");
  expect(words?.querySelector("input")).not.toBeNull();
});
