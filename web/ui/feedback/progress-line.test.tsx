import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { ProgressLine } from "./progress-line.tsx";

it("shows a line and, a little later, a spinner while requests run, neither of them at once", async () => {
  const { container, rerender } = await render(<ProgressLine busy />);
  const line = container.querySelector("[data-progress]");
  if (!line) throw new Error("There is no line.");
  const shown = [undefined, "::before"].map((part) => {
    const { opacity, animationDelay, pointerEvents } = getComputedStyle(line, part);
    return [opacity, animationDelay.split(",")[0], pointerEvents];
  });
  expect(shown).toEqual([
    ["0", "0.2s", "none"],
    ["0", "0.3s", "none"],
  ]);
  await rerender(<ProgressLine busy={false} />);
  expect(container.querySelector("[data-progress]")).toBeNull();
});
