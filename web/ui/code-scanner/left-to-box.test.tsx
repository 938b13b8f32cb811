import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { leaveToBox, useLeftToBox } from "./left-to-box.ts";

function Box({ onText }: { onText: (text: string) => void }) {
  useLeftToBox(onText);
  return null;
}

it("hands the box what is scanned, also from before it was there, and once", async () => {
  const taken: string[] = [];
  leaveToBox("early");
  expect(taken).toEqual([]);
  const box = await render(<Box onText={(text) => taken.push(text)} />);
  expect(taken).toEqual(["early"]);
  leaveToBox("later");
  expect(taken).toEqual(["early", "later"]);
  await box.unmount();
  await render(<Box onText={(text) => taken.push(text)} />);
  expect(taken).toEqual(["early", "later"]);
});
