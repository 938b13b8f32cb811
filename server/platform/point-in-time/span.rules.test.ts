import { expect, it } from "vitest";
import { byteOf, coveredInWords, type Kept, placeOf, readHistory, spansOf, spanWith } from "./span.rules.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 10, minute));
const nameOf = (line: number, log: number, segment: number) =>
  [line, log, segment].map((part) => part.toString(16).toUpperCase().padStart(8, "0")).join("");
const segment = (number: number, minute: number, line = 1) => ({ name: nameOf(line, 0, number), at: at(minute) });
const inside = (place: number) => `0/${place.toString(16).toUpperCase()}000100`;
const base = (name: string, [start, end]: [number, number], minute: number, line = 1) => ({
  name,
  major: "18",
  startSegment: nameOf(line, 0, start),
  endLsn: inside(end),
  endedAt: at(minute),
});
const kept = (bases: Kept["bases"], segments: Kept["segments"], lines: Kept["lines"] = []) =>
  spansOf({ bases, segments, lines });
const minutes = (time: Date) => String(time.getUTCMinutes());

it("counts segments over the end of their numbers, and bytes over that of theirs", () => {
  expect(placeOf(nameOf(1, 1, 0)) - placeOf(nameOf(1, 0, 255))).toBe(1);
  expect(byteOf("1/0") - byteOf("0/FFFFFFFF")).toBe(1);
});

it("ends before a missing segment, and names it", () => {
  const log = [3, 4, 6, 7].map((number) => segment(number, number * 5));
  const spans = kept([base("a", [3, 3], 2), base("b", [6, 6], 30)], log);
  expect(coveredInWords(spans, minutes)).toBe(
    `it covers 2 to 20 (then the segment ${nameOf(1, 0, 5)} is missing), and 30 to 35`,
  );
  expect(spanWith(at(25), spans)).toBeUndefined();
  expect(spanWith(at(31), spans)?.base.name).toBe("b");
});

it("reads the least log: the newest base before the moment", () => {
  const log = [1, 2, 3, 4].map((number) => segment(number, number * 10));
  const spans = kept([base("a", [1, 1], 11), base("b", [3, 3], 31)], log);
  const names = [at(10), at(20), at(35), at(41)].map((moment) => spanWith(moment, spans)?.base.name);
  expect(names).toEqual([undefined, "a", "b", undefined]);
  expect(coveredInWords(spans, minutes)).toBe("it covers 11 to 40");
});

it("covers nothing where the log of the copy itself is not whole, or there is no copy", () => {
  const spans = kept([base("a", [3, 4], 2)], [segment(3, 1), segment(5, 9)]);
  expect(coveredInWords(spans, minutes)).toBe(`it covers nothing (the segment ${nameOf(1, 0, 4)} is missing)`);
  expect(spanWith(at(5), spans)).toBeUndefined();
  expect(coveredInWords(kept([], [segment(3, 1)]), minutes)).toBe("it covers nothing");
});

it("takes the line that the library was on: what a restore undid before it, what came since after it", () => {
  // at 30 it was restored to what is in the segment 4, and a copy was made on the old line after that
  const history = readHistory("00000002.history", at(30), "1\t0/4000050\tbefore 2026-11-27 10:08:00+00\n");
  const log = [...[3, 4, 5, 6].map((number) => segment(number, number * 4)), segment(4, 35, 2), segment(5, 40, 2)];
  const spans = kept([base("a", [3, 3], 2), base("b", [5, 5], 21)], log, [history]);
  const wayAt = (minute: number) => {
    const span = spanWith(at(minute), spans);
    return span && [span.base.name, span.line];
  };
  expect([10, 22, 26, 36, 41].map(wayAt)).toEqual([["a", 1], ["b", 1], undefined, ["a", 2], undefined]);
  expect(coveredInWords(spans, minutes)).toBe("it covers 2 to 24, and 30 to 40");
  // a person who only looked at the restored library continues with the old one
  const further = kept([base("a", [3, 3], 2), base("b", [5, 5], 21)], [...log, segment(7, 50)], [history]);
  expect(spanWith(at(45), further)).toMatchObject({ base: { name: "b" }, line: 1 });
});
