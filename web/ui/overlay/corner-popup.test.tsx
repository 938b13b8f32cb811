import { expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CornerPopup, popupDuration } from "./corner-popup.tsx";

const news = { message: "Item successfully added to your cart.", title: "Actor washing", picture: null };
const more = { ...news, actions: <a href="/user/cartitems">View cart</a> };

const button = (name: string) => page.getByRole("button", { name });

it("closing the popup returns the focus to the pressed button", async () => {
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

it("the popup comes right after the pressed button in the Tab order", async () => {
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

it("the popup closes after some seconds unless it has the focus", async () => {
  const close = vi.fn<() => void>();
  await render(<p style={{ position: "fixed", bottom: 0 }}>Elsewhere</p>);
  await page.getByText("Elsewhere").click(); // the pointer must not be over the popup
  // the popup stays eight seconds, which a test should not take
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

it("the popup closes on scroll unless it has the pointer or the focus", async () => {
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
