import type { Locator } from "@playwright/test";

/** Clicks or taps, and counts it. Scans and typing are free. */
export function counter() {
  const pressed = { count: 0 };
  const counted = (press: (target: Locator) => Promise<void>) => async (target: Locator) => {
    pressed.count++;
    await press(target);
  };
  return {
    click: counted((target) => target.click()),
    tap: counted((target) => target.tap()),
    count: () => pressed.count,
  };
}
