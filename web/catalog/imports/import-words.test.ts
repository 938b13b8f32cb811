import { expect, it } from "vitest";
import { progressText, summaryOf, announcementOf } from "./import-words.ts";

const counts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  faulty: 0,
  copies: 0,
  shortened: 0,
  alike: 0,
};

it("the summary of an import names only results with rows, and uses the singular", () => {
  expect(summaryOf({ kind: "csv", counts: { ...counts, added: 1, copies: 1204, faulty: 1 } }, false)).toBe(
    "1 title to add, 1,204 copies to add, 1 row with errors",
  );
  expect(summaryOf({ kind: "csv", counts: { ...counts, skipped: 1, changed: 2, faulty: 3 } }, true)).toBe(
    "2 titles changed, 1 title already in the inventory, kept as is, 3 rows with errors, skipped",
  );
  expect(summaryOf({ kind: "csv", counts }, true)).toBe("");
});

it("import progress is shown before and after the number of rows is known", () => {
  expect(progressText({ kind: "csv", rowsDone: 0, rowsTotal: null })).toBe("Reading the file…");
  expect(progressText({ kind: "csv", rowsDone: 1250, rowsTotal: null })).toBe("1,250 rows");
  expect(progressText({ kind: "csv", rowsDone: 1250, rowsTotal: 63_598 })).toBe("1,250 of 63,598 rows");
  expect(progressText({ kind: "marc", rowsDone: 1, rowsTotal: 1 })).toBe("1 of 1 record");
});

it("import progress is announced every quarter, not every percent", () => {
  const checking = { kind: "csv", state: "checking", counts, message: null, undone: null } as const;
  const announcements = Array.from({ length: 101 }, (_, progress) => announcementOf({ ...checking, progress }));
  expect([...new Set(announcements)]).toEqual([
    "Checking the file.",
    "Checking the file, 25 percent.",
    "Checking the file, 50 percent.",
    "Checking the file, 75 percent.",
  ]);
});
