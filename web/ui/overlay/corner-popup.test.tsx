import { expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CornerPopup, popupDuration } from "./corner-popup.tsx";

const news = { message: "Item successfully added to your cart.", title: "Actor washing", picture: null };
const more = { ...news, actions: <a href="/user/cartitems">View cart</a> };

const button = (name: string) => page.getByRole("button", { name });

it("is closed by its cross, which gives the focus back to what was pressed", async () => {
  const close = vi.fn<() => void>();
  const screen = await render(<button type="button">Add</button>);
  button("Add").element().focus();
  await screen.rerender(
    <>
      <button type="button">Add</button>
      <CornerPopup news={news} onClose={close} />
    </>,
  );
  await button("Close").click();
  expect(close).toHaveBeenCalledOnce();
  await expect.element(button("Add")).toHaveFocus();
});

it("is between what was pressed and what follows it in the order of Tab", async () => {
  const all = (popup: boolean) => (
    <>
      <button type="button">Add</button>
      <button type="button">Further</button>
      {popup && <CornerPopup news={more} onClose={() => undefined} />}
    </>
  );
  const screen = await render(all(false));
  button("Add").element().focus();
  await screen.rerender(all(true));
  await expect.element(button("Add")).toHaveFocus();
  await userEvent.tab();
  await expect.element(button("Close")).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("link", { name: "View cart" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(button("Further")).toHaveFocus();
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await expect.element(button("Add")).toHaveFocus();
});

it("goes by itself after some seconds, but stays while the focus is in it", async () => {
  const close = vi.fn<() => void>();
  await render(<p style={{ position: "fixed", bottom: 0 }}>Elsewhere</p>);
  await page.getByText("Elsewhere").click(); // the pointer would keep it, too
  // the rule is about eight seconds, and a test should not take that long
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await render(<CornerPopup news={news} onClose={close} />);
  button("Close").element().focus();
  vi.advanceTimersByTime(popupDuration * 3);
  expect(close).not.toHaveBeenCalled();
  button("Close").element().blur();
  vi.advanceTimersByTime(popupDuration);
  expect(close).toHaveBeenCalledOnce();
});

it("goes with a scroll, but not under the pointer or around the focus", async () => {
  const close = vi.fn<() => void>();
  await render(
    <>
      <p style={{ position: "fixed", bottom: 0 }}>Elsewhere</p>
      <CornerPopup news={news} onClose={close} />
    </>,
  );
  await page.getByText("Actor washing").hover();
  dispatchEvent(new Event("scroll"));
  await page.getByText("Elsewhere").hover();
  button("Close").element().focus();
  dispatchEvent(new Event("scroll"));
  expect(close).not.toHaveBeenCalled();
  button("Close").element().blur();
  dispatchEvent(new Event("scroll"));
  expect(close).toHaveBeenCalledOnce();
});
