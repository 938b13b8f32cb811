import type { Page } from "@playwright/test";
import { pressOn } from "./keyboard.ts";

/** Opens a page from a group of the staff menu, by keyboard. On a phone, the menu is behind its button. */
export async function openFromMenu(page: Page, group: string, name: string): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  const toggle = page.getByRole("button", { name: "Menu", exact: true });
  if (await toggle.isVisible()) await pressOn(page, toggle);
  await pressOn(page, menu.getByRole("button", { name: group, exact: true }));
  await pressOn(page, menu.getByRole("link", { name, exact: true }));
}
