import { describe, expect, it } from "vitest";
import { getActivityLog } from "#contract/admin/activity-log.ts";
import { type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const [clerk, colleague] = [
  await anAdmin(fixture, { userName: "clerk" }),
  await anAdmin(fixture, { userName: "Anna" }),
];
const borrower = await aBorrower(fixture);

const note = (actor: { userId: number }, at: string, changes: Partial<LoggedAction>) =>
  inTransaction(fixture.db, (tx) =>
    recordActivity(
      tx,
      { userId: actor.userId, at: new Date(at) },
      {
        call: "POST Order/UpdateOrder/",
        kind: "order",
        subjectId: 1,
        label: "Order 1",
        before: { Status: "New", Note: "" },
        after: { Status: "Processing", Note: "" },
        ...changes,
      },
    ),
  );

// In the library's time zone March 10, 2026 lasts from 07:00 UTC to 07:00 UTC (the clock changed on the 8th).
await note(clerk, "2026-03-10T06:59:59.999Z", { label: "Order 1" });
await note(clerk, "2026-03-10T07:00:00Z", { label: "Order 12", subjectId: 12 });
await note(colleague, "2026-03-11T06:59:59.999Z", { label: "Order 112", subjectId: 112 });
await note(colleague, "2026-03-11T07:00:00Z", {
  call: "POST News/SaveItem",
  kind: "news",
  subjectId: 12,
  label: "100% new_titles",
  before: null,
  after: { Title: "100% new_titles", Link: null, Shown: true },
});

const entries = async (query: Record<string, string | number>) =>
  (await fixture.callLoosely(getActivityLog, { query }, clerk.token)).body;
const labels = async (query: Record<string, string | number>) =>
  (await entries(query)).data.map(({ subjectLabel }) => subjectLabel);

describe("the activity log", () => {
  it("lists entries newest first, with time, actor, action, and each changed field", async () => {
    const answer = await entries({});
    expect(answer.total).toBe(4);
    expect(answer.data.map(({ at }) => at)).toEqual([
      "2026-03-11T07:00:00.000Z",
      "2026-03-11T06:59:59.999Z",
      "2026-03-10T07:00:00.000Z",
      "2026-03-10T06:59:59.999Z",
    ]);
    expect(answer.data[0]).toEqual({
      entryId: expect.any(Number),
      at: "2026-03-11T07:00:00.000Z",
      userId: colleague.userId,
      userName: "Anna",
      call: "POST News/SaveItem",
      kind: "news",
      subjectId: 12,
      subjectLabel: "100% new_titles",
      changes: [
        { field: "Title", before: null, after: "100% new_titles" },
        { field: "Shown", before: null, after: "yes" },
      ],
    });
    expect(answer.data[1]?.changes).toEqual([{ field: "Status", before: "New", after: "Processing" }]);
  });

  it("lists its actors and nobody else, whatever the filter", async () => {
    const people = [
      { userId: colleague.userId, userName: "Anna" },
      { userId: clerk.userId, userName: "clerk" },
    ];
    expect((await entries({})).people).toEqual(people);
    expect((await entries({ kind: "news" })).people).toEqual(people);
  });

  it("filters by actor, by kind, and by subject", async () => {
    expect(await labels({ userId: clerk.userId })).toEqual(["Order 12", "Order 1"]);
    expect(await labels({ userId: borrower.userId })).toEqual([]);
    expect(await labels({ kind: "order" })).toEqual(["Order 112", "Order 12", "Order 1"]);
    expect(await labels({ kind: "order", subjectId: 12 })).toEqual(["Order 12"]);
    expect(await labels({ kind: "news", subjectId: 12 })).toEqual(["100% new_titles"]);
  });

  it("searches labels and calls, with every character taken literally", async () => {
    expect(await labels({ searchString: "oRDER 12" })).toEqual(["Order 12"]);
    expect(await labels({ searchString: "saveitem" })).toEqual(["100% new_titles"]);
    expect(await labels({ searchString: "100%" })).toEqual(["100% new_titles"]);
    expect(await labels({ searchString: "w_t" })).toEqual(["100% new_titles"]);
    expect(await labels({ searchString: "r_1" })).toEqual([]);
    expect(await labels({ searchString: "\\" })).toEqual([]);
  });

  it("includes both days of a range, in the library's time zone", async () => {
    expect(await labels({ startDate: "2026-03-10", endDate: "2026-03-10" })).toEqual(["Order 112", "Order 12"]);
    expect(await labels({ startDate: "2026-03-11" })).toEqual(["100% new_titles"]);
    expect(await labels({ endDate: "2026-03-09" })).toEqual(["Order 1"]);
    expect(await entries({ startDate: "2026-03-11", endDate: "2026-03-10" })).toMatchObject({
      isSuccess: false,
      message: "End date must not be before start date.",
    });
  });

  it("returns one page and the total", async () => {
    const page = await entries({ page: 2, pageSize: 3 });
    expect([page.data.length, page.total]).toEqual([1, 4]);
    expect(await entries({ page: 2 })).toMatchObject({ data: [], total: 4 });
    expect((await fixture.callLoosely(getActivityLog, { query: { kind: "cart" } }, clerk.token)).status).toBe(400);
  });

  it("has no entry for a change that was rolled back", async () => {
    const rollback = inTransaction(fixture.db, async (tx) => {
      const action = {
        call: "POST News/SaveItem",
        kind: "news",
        subjectId: 1,
        label: "",
        before: null,
        after: {},
      } as const;
      await recordActivity(tx, { userId: clerk.userId, at: new Date() }, action);
      throw new Error("changed our mind");
    });
    await expect(rollback).rejects.toThrow("changed our mind");
    expect((await entries({})).total).toBe(4);
  });
});
