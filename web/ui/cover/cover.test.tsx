import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Cover } from "./cover.tsx";

const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
const cover = (src: string | null) => (
  <div style={{ width: 120 }}>
    <Cover tone="book" icon={null} title="Actor washing" src={src} alt="Two hands." eager />
  </div>
);

it("shows its picture, described", async () => {
  await render(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
  expect(page.getByText("Actor washing").query()).toBeNull();
});

it("shows a drawn cover with the title where there is no picture", async () => {
  await render(cover(null));
  await expect.element(page.getByText("Actor washing")).toBeVisible();
});

it("shows the drawn one when the picture cannot be loaded, and the next picture all the same", async () => {
  const screen = await render(cover("data:image/gif;base64,broken"));
  await expect.element(page.getByText("Actor washing")).toBeVisible();
  await screen.rerender(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
});

it("keeps three to four, whatever it shows", async () => {
  const screen = await render(cover(null));
  const box = screen.container.firstElementChild?.firstElementChild;
  await expect.poll(() => box?.clientHeight).toBe(160);
});
