import { type ReactNode, useRef, useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "./dialog.tsx";

const opener = page.getByRole("button", { name: "Read the terms" });
const dialog = page.getByRole("dialog", { name: "Terms" });

function Terms({ children, onAsked }: { children?: ReactNode; onAsked?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => (onAsked ? onAsked() : setOpen(false));
  return (
    <>
      <button onClick={() => setOpen(true)}>Read the terms</button>
      <Dialog open={open} onClose={close} title="Terms" actions={<button onClick={() => setOpen(false)}>Agree</button>}>
        {children}
      </Dialog>
    </>
  );
}

async function opened(children: ReactNode = "Return it in six weeks.") {
  await render(<Terms>{children}</Terms>);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

describe("a dialog", () => {
  it("is not in the page before it opens", async () => {
    await render(<Terms />);
    expect(dialog.query()).toBeNull();
  });

  it("has the focus itself, so that its title is heard, shows no ring, and keeps Tab inside", async () => {
    await opened();
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
    ["its cross", async () => page.getByRole("button", { name: "Close" }).click()],
    ["one of its buttons", async () => page.getByRole("button", { name: "Agree" }).click()],
  ])("closes by %s, and gives the focus back to what opened it", async (_way, close) => {
    await opened();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it("closes by a press beside it, not by one inside", async () => {
    await opened();
    const box = dialog.element();
    await page.getByText("Return it in six weeks.").click();
    await expect.element(dialog).toBeVisible();
    box.dispatchEvent(new MouseEvent("click", { bubbles: true })); // what a press on the backdrop is
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("stays open while its owner does not close it", async () => {
    const asked = vi.fn<() => void>();
    await render(<Terms onAsked={asked}>Words</Terms>);
    await opener.click();
    await userEvent.keyboard("{Escape}");
    expect(asked).toHaveBeenCalledOnce();
    await expect.element(dialog).toBeVisible();
  });

  it("lets the keyboard reach a text that scrolls, by the dialog's name, and only such a one", async () => {
    await opened(<p style={{ height: "200rem" }}>Many terms.</p>);
    const text = page.getByText("Many terms.").element();
    await expect.poll(() => text.parentElement?.tabIndex).toBe(0);
    await expect.element(page.getByRole("region", { name: "Terms" })).toBeVisible();
    text.style.height = "auto";
    await expect.poll(() => text.parentElement?.getAttribute("tabindex")).toBeNull();
  });
});

it("begins at its title where it has much to read", async () => {
  await render(
    <Dialog open onClose={() => undefined} title="Terms" initialFocus="title">
      Return it in six weeks.
    </Dialog>,
  );
  const title = page.getByRole("heading", { name: "Terms" });
  await expect.element(title).toHaveFocus();
  expect(getComputedStyle(title.element()).outlineStyle).toBe("none");
});

it("goes on from its title to the given field", async () => {
  const focused: string[] = [];
  const note = ({ target }: FocusEvent) => target instanceof Element && focused.push(target.tagName);
  document.addEventListener("focusin", note);
  await render(<Chooser />);
  await expect.element(page.getByRole("textbox", { name: "Copy number" })).toHaveFocus();
  document.removeEventListener("focusin", note);
  expect(focused.slice(-2)).toEqual(["H2", "INPUT"]);
});

it("takes what is typed at its title into the given field: who knows the dialog does not wait", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }); // the focus goes on by itself only later
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

it("focuses the given element, and as an alert is described by its text", async () => {
  await render(<Chooser />);
  await expect.element(page.getByRole("textbox", { name: "Copy number" })).toHaveFocus();
  const alert = page.getByRole("alertdialog", { name: "Choose a copy" }).element();
  const words = document.getElementById(alert.getAttribute("aria-describedby") ?? "");
  expect(words?.querySelector("input")).not.toBeNull();
});
