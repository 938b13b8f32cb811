import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { forwardScan, useForwardedScans } from "./use-hand-scanner.ts";

function Box({ onText }: { onText: (text: string) => void }) {
  useForwardedScans(onText);
  return null;
}

it("a forwarded scan reaches the box once, even if the box appears later", async () => {
  const received: string[] = [];
  forwardScan("early");
  expect(received).toEqual([]);
  const box = await render(<Box onText={(text) => received.push(text)} />);
  expect(received).toEqual(["early"]);
  forwardScan("later");
  expect(received).toEqual(["early", "later"]);
  await box.unmount();
  await render(<Box onText={(text) => received.push(text)} />);
  expect(received).toEqual(["early", "later"]);
});
