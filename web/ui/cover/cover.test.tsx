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

it("a cover shows its picture with alternative text", async () => {
  await render(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
  expect(page.getByText("Actor washing").query()).toBeNull();
});

it("a cover without a picture shows a generated one with the title", async () => {
  await render(cover(null));
  await expect.element(page.getByText("Actor washing")).toBeVisible();
});

it("a cover whose picture fails to load shows the generated one, and later a new picture", async () => {
  const screen = await render(cover("data:image/gif;base64,broken"));
  await expect.element(page.getByText("Actor washing")).toBeVisible();
  await screen.rerender(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
});

it("a cover keeps its 3:4 ratio", async () => {
  const screen = await render(cover(null));
  const box = screen.container.firstElementChild?.firstElementChild;
  await expect.poll(() => box?.clientHeight).toBe(160);
});
