import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CornerPopup } from "./corner-popup.tsx";

const news = { message: "Item successfully added to your cart.", title: "Actor washing", picture: null };

it("has its place before there is news, so that the news is announced", async () => {
  const screen = await render(<CornerPopup news={undefined} onClose={() => undefined} />);
  const place = screen.container.querySelector("[aria-live=polite]");
  expect(place?.textContent).toBe("");
  await screen.rerender(<CornerPopup news={news} onClose={() => undefined} />);
  expect(screen.container.querySelector("[aria-live=polite]")).toBe(place);
  await expect.element(page.getByText("Actor washing")).toBeVisible();
});

it("is closed by its cross", async () => {
  const close = vi.fn<() => void>();
  await render(<CornerPopup news={news} onClose={close} />);
  await page.getByRole("button", { name: "Close" }).click();
  expect(close).toHaveBeenCalledOnce();
});
