import { expect, it } from "vitest";
import { onPages } from "./draw-blocks.ts";

const heightsOn = (groups: number[][], room: { first: number; others: number }) =>
  onPages(
    groups.map((group) => group.map((height) => ({ height }))),
    room,
  ).map((page) => page.map(({ height }) => height));

it.each([
  [[[3], [4]], [[3, 4]]],
  [
    [[3], [4], [5]],
    [[3, 4], [5]],
  ],
  [
    [[3], [2, 4]],
    [[3], [2, 4]],
  ], // a group stays together
  [
    [[3], [4, 5, 6]],
    [[3, 4], [5], [6]],
  ], // except a group higher than a page
  [
    [[8], [1]],
    [[8], [1]],
  ], // a block higher than the first page is still printed
])("blocks %j break into pages of 7 and 10", (groups, pages) => {
  const room = { first: 7, others: 10 };
  expect(heightsOn(groups, room)).toEqual(pages);
});

it("an empty group gets one page", () => {
  expect(heightsOn([[]], { first: 7, others: 10 })).toEqual([[]]);
});
