import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SchemeSwitch } from "./footer.tsx";

const key = "scheme";
const root = document.documentElement;
afterEach(() => {
  localStorage.removeItem(key);
  delete root.dataset["scheme"];
});

it("shows a scheme at once, remembers it, and goes back to the system's", async () => {
  await render(<SchemeSwitch />);
  await expect.element(page.getByRole("radio", { name: "Auto" })).toBeChecked();
  await page.getByText("Dark").click();
  expect(root.dataset["scheme"]).toBe("dark");
  expect(localStorage.getItem(key)).toBe("dark");
  await page.getByText("Auto").click();
  expect(root.dataset["scheme"]).toBeUndefined();
  expect(localStorage.getItem(key)).toBeNull();
});

it("follows a choice made in another tab", async () => {
  await render(<SchemeSwitch />);
  localStorage.setItem(key, "light");
  dispatchEvent(new StorageEvent("storage", { key }));
  await expect.element(page.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(root.dataset["scheme"]).toBe("light");
});

it("begins with what was chosen before", async () => {
  localStorage.setItem(key, "dark");
  await render(<SchemeSwitch />);
  await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});
