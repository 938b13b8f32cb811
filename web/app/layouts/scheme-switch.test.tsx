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

it("the color switch applies a scheme, remembers it, and returns to the system's", async () => {
  await render(<SchemeSwitch />);
  await expect.element(page.getByRole("radio", { name: "Auto" })).toBeChecked();
  await page.getByText("Dark").click();
  expect(root.dataset["scheme"]).toBe("dark");
  expect(localStorage.getItem(key)).toBe("dark");
  await page.getByText("Auto").click();
  expect(root.dataset["scheme"]).toBeUndefined();
  expect(localStorage.getItem(key)).toBeNull();
});

it("the color switch follows a choice made in another tab", async () => {
  await render(<SchemeSwitch />);
  localStorage.setItem(key, "light");
  dispatchEvent(new StorageEvent("storage", { key }));
  await expect.element(page.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(root.dataset["scheme"]).toBe("light");
});

it("the color switch starts with the remembered scheme", async () => {
  localStorage.setItem(key, "dark");
  await render(<SchemeSwitch />);
  await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});
