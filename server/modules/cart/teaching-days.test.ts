import { expect, it } from "vitest";
import type { OrderDays } from "#contract/circulation.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // it is Monday, March 2, 2026
const ask = (query: string) => fixture.call<OrderDays | null>(null, `GET Cart/GetTeachingDays${query}`);

it("anybody reads which days follow from teaching days; one day alone is both", async () => {
  const week = { teachFrom: "2026-03-16", teachTo: "2026-03-20" };
  const { data } = await ask("?teachFrom=2026-03-16&teachTo=2026-03-20");
  expect(data).toEqual({
    leavesBy: "2026-03-09",
    withYouBy: "2026-03-13",
    ...week,
    postBackBy: "2026-03-20",
    dueBy: "2026-03-27",
  });
  expect((await ask("?teachTo=2026-03-16")).data).toMatchObject({ teachFrom: "2026-03-16", teachTo: "2026-03-16" });
  expect((await ask("")).data).toBeNull();
});

it.each([
  ["?teachFrom=2026-03-03&teachTo=2026-03-04", { kind: "teaching-days", because: "too-soon", first: "2026-03-09" }],
  ["?teachFrom=2028-03-03", { kind: "teaching-days", because: "too-late" }],
  ["?teachFrom=2026-05-01&teachTo=2026-08-01", { kind: "teaching-days", because: "too-long", most: 60 }],
  ["?teachFrom=2026-05-02&teachTo=2026-05-01", { kind: "end-before-start" }],
])("days that nobody can have are refused with the reason: %s", async (query, reason) => {
  expect(await ask(query)).toMatchObject({ isSuccess: false, reason });
});
