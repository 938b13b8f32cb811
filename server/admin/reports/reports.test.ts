import { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import type { DemandRow, LoanGroup, LoanRow, UnlentRow } from "#contract/admin/reports.ts";
import { loanGroups } from "#contract/admin/reports.ts";
import { anonymizeOldLoans } from "#server/people/borrowers/anonymize.ts";
import { replaceDirectory } from "#server/people/schools/take-in-directory.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { aSchoolDirectory } from "#server/test/schools/a-school-directory.ts";

const fixture = await circulationFixture();
const { db, call, clock, configuration } = fixture;
const manager = await fixture.newAdmin("manager");
const desk = fixture.desk(manager);
const schools = {
  0: { School: "Ríos Elementary", District: "Kings River Unified" },
  1: { School: "Lincoln High", District: "Kings River Unified" },
};
const place = (school: string, district = "Kings River Unified") => ({
  school_name: school,
  school_district: district,
});
const [ann, bob, cat] = [
  await fixture.newBorrower("ann", place("Rios Elem.", "Kings River USD")),
  await fixture.newBorrower("bob", place("Lincoln High")),
  await fixture.newBorrower("cat", place("Sunday School", "None")),
];
const [food, feelings, unused, kit] = [
  await fixture.newTitle("Food Is Fun", 5),
  await fixture.newTitle("Feelings", 5),
  await fixture.newTitle("Unused", 2),
  await fixture.newTitle("A Kit", 1),
];
const at = (day: string) => {
  clock.at = new Date(`${day}T20:00:00Z`);
};

type Figures = Pick<LoanRow, "loans" | "orders" | "settled" | "late">;
type Loans = { data: LoanRow[]; total: number; sum: Figures };
/** Makes a GET, whose answer has more than the data. */
async function ask<Answer>(path: string) {
  const response = await fixture.app.inject({
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${await fixture.tokenOf(manager.userId)}` },
  });
  return response.json<Answer>();
}
const loans = (by: LoanGroup, period = "") => ask<Loans>(`Reports/GetLoans?by=${by}${period}`);
const figures = async (by: LoanGroup, period = "") =>
  (await loans(by, period)).data.map(({ name, loans: lent, settled, late }) => [name, lent, settled, late]);
const demand = () => ask<{ data: DemandRow[]; total: number }>("Reports/GetDemand");
const unlent = (period = "") =>
  ask<{ data: UnlentRow[]; total: number; subjects: object[] }>(`Reports/GetUnlent?${period}`);

beforeAll(async () => {
  const content = Readable.from([Buffer.from(aSchoolDirectory(40, schools))]);
  const upload = { fileName: "pubschls.txt", content, signal: new AbortController().signal };
  await replaceDirectory(db, { userId: manager.userId, at: clock.at }, upload);
  await fixture.setTitle(feelings, { subject_id: 2, grade_mask: 1 + 2 });

  at("2026-01-05");
  const first = await desk.ship(ann, [[food, 2]], { shipDate: "2026-01-05", returnDate: "2026-02-10" });
  const lost = await desk.ship(ann, [[feelings, 1]], { shipDate: "2026-01-31", returnDate: "2026-02-10" });
  at("2026-02-02");
  await desk.ship(bob, [[food, 1]], { shipDate: "2026-02-02", returnDate: "2026-02-20" }); // past due today
  await desk.ship(bob, [[feelings, 1]], { shipDate: "2026-02-02", returnDate: "2026-04-01" }); // not due yet
  const third = await desk.ship(cat, [[feelings, 2]], { shipDate: "2026-02-03", returnDate: "2026-03-01" });
  const packed = await fixture.order(bob, [[food, 1]]);
  await desk.pack(packed, 1); // not shipped
  at("2026-02-10");
  await desk.checkIn(first.copyIds[0]); // on its due date
  for (const copyId of third.copyIds) await desk.checkIn(copyId);
  clock.at = new Date("2026-02-11T07:30:00Z"); // 11:30 p.m. on February 10 in California
  await desk.checkIn(first.copyIds[1]);
  const claim = (await desk.openClaim(lost.loans[0], "lost")).data.claimId;
  await desk.settle(claim, "waived");
  clock.at = new Date("2026-02-11T20:00:00Z");
  const late = await desk.ship(ann, [[food, 1]], { shipDate: "2026-02-11", returnDate: "2026-02-12" });
  at("2026-02-13");
  await desk.checkIn(late.copyIds[0]);
  for (const { orderId } of [first, lost, third, late]) {
    const { shipDate, returnDate } = await desk.orderOf(orderId);
    await desk.save(orderId, 4, { shipDate, returnDate });
  }
  at("2026-03-02");
});

describe("loans", () => {
  it("count the copies that shipped, by month, and those that came back or stayed out past their due date", async () => {
    expect(await figures("month")).toEqual([
      ["2026-01", 3, 2, 0],
      ["2026-02", 5, 4, 2],
    ]);
    expect((await loans("month")).sum).toEqual({ loans: 8, orders: 6, settled: 6, late: 2 });
  });

  it("count by title, subject, and grade, a title for each of its grades", async () => {
    expect(await figures("title")).toEqual([
      ["Feelings", 4, 2, 0],
      ["Food Is Fun", 4, 4, 2],
    ]);
    const subjects = (await figures("subject")).map(([, ...numbers]) => numbers.join());
    expect(subjects.toSorted()).toEqual(["4,2,0", "4,4,2"]);
    const grades = await figures("grade");
    expect(grades.map(([, lent]) => lent)).toEqual([4, 4, 4]);
    expect(grades.map(([name]) => name)).toContain("All grades");
  });

  it("count by school in any spelling, by district, and by county, with an empty name outside the directory", async () => {
    expect(await figures("school")).toEqual([
      ["Ríos Elementary", 4, 3, 1],
      ["", 2, 2, 0],
      ["Lincoln High", 2, 1, 1],
    ]);
    expect(await figures("district")).toEqual([
      ["Kings River Unified", 6, 4, 2],
      ["", 2, 2, 0],
    ]);
    expect(await figures("county")).toEqual([
      ["Made-up 1", 6, 4, 2],
      ["", 2, 2, 0],
    ]);
  });

  it("count within a period, and refuse a reversed one", async () => {
    expect(await figures("month", "&startDate=2026-01-31&endDate=2026-02-02")).toEqual([
      ["2026-01", 1, 0, 0],
      ["2026-02", 2, 1, 1],
    ]);
    expect((await loans("title", "&startDate=2027-01-01")).data).toEqual([]);
    expect(await ask("Reports/GetLoans?startDate=2026-02-02&endDate=2026-02-01")).toMatchObject({
      isSuccess: false,
      reason: { kind: "end-before-start" },
    });
  });

  it("have pages, and all of them are in the CSV", async () => {
    expect((await loans("title", "&page=2")).data).toEqual([]);
    const { bare } = await call(manager, "GET Reports/LoansCsv?by=school");
    expect(String(bare).replace("\uFEFF", "").split("\r\n")).toEqual([
      '"School","District","Loans","Orders","Returned or past due","Late","Percent late"',
      '"Ríos Elementary","Kings River Unified",4,3,3,1,0.333',
      '"Not in the directory","",2,1,2,0,0',
      '"Lincoln High","Kings River Unified",2,2,1,1,1',
      "",
    ]);
  });
});

describe("waitlists and unavailable dates", () => {
  it("count who joined a waitlist, who got a copy, how long it took, and dates that weren't available", async () => {
    const wait = { item_id: kit.itemId, since: new Date("2026-01-10T20:00:00Z") };
    await db
      .insertInto("waitlist_entries")
      .values([
        { ...wait, borrower_id: ann.borrowerId, left_at: new Date("2026-01-20T20:00:00Z"), leave_reason: "ordered" },
        { ...wait, borrower_id: bob.borrowerId, left_at: new Date("2026-01-14T20:00:00Z"), leave_reason: "ordered" },
        { ...wait, borrower_id: cat.borrowerId, left_at: new Date("2026-01-11T20:00:00Z"), leave_reason: "left" },
      ])
      .execute();
    const dates = "teachFrom=2026-05-11&teachTo=2026-05-15";
    expect((await fixture.reserve(bob, [[kit, 1]], dates)).isSuccess).toBe(true);
    for (const _again of [1, 2]) {
      const refused = await call(cat, `POST Cart/AddItemToCart/${kit.itemId}/1/false?${dates}`);
      expect(refused).toMatchObject({ isSuccess: false });
    }
    await call(cat, `POST Cart/AddItemToCart/${kit.itemId}/1/false?teachFrom=2026-05-12&teachTo=2026-05-12`);
    expect(await demand()).toMatchObject({
      total: 1,
      data: [{ title: "A Kit", copies: 1, waited: 3, got: 2, days: 7, refused: 2 }],
    });
    const { bare } = await call(manager, "GET Reports/DemandCsv");
    expect(String(bare)).toContain(",1,3,2,7,2\r\n");
  });
});

describe("unused titles", () => {
  it("are those without a loan in the period, longest unused first", async () => {
    const titles = async (period = "") => (await unlent(period)).data.map(({ title, lastLent }) => [title, lastLent]);
    expect(await titles()).toEqual([
      ["Unused", null],
      ["A Kit", null],
    ]);
    expect(await titles("startDate=2026-02-04")).toEqual([
      ["Unused", null],
      ["A Kit", null],
      ["Feelings", "2026-02-03"],
    ]);
    expect((await unlent("startDate=2026-02-04")).subjects).toEqual([
      { subjectName: expect.any(String), titles: 2, never: 2 },
      { subjectName: expect.any(String), titles: 1, never: 0 },
    ]);
    await fixture.setTitle(unused, { archived_at: clock.at });
    expect((await unlent()).total).toBe(1);
  });
});

it("anonymizing people changes no figure of any report", async () => {
  const all = async () => ({
    loans: await Promise.all(loanGroups.map((by) => loans(by))),
    period: await loans("school", "&startDate=2026-02-01&endDate=2026-02-28"),
    demand: await demand(),
    unlent: await unlent("startDate=2026-02-04"),
  });
  await call(cat, `POST Waitlist/Join/${kit.itemId}`);
  const before = await all();
  expect(before.loans[0]?.sum.loans).toBe(8);
  for (const { borrowerId } of [ann, cat])
    expect(await call(manager, `POST Borrowers/Anonymize/${borrowerId}`)).toMatchObject({ isSuccess: true });
  expect(await all()).toEqual(before);
  at("2030-01-01");
  const later = await all();
  await anonymizeOldLoans({ db, clock, configuration: { ...configuration, anonymizeLoansMonths: 24 } });
  expect(await all()).toEqual(later);
});
