import { expect, it } from "vitest";
import type { TitleOnCalendar } from "#contract/waitlist/reservations.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const [clerk, volunteer] = [await fixture.newAdmin("clerk"), await fixture.newAdmin("vera", "volunteer")];
const desk = fixture.desk(clerk);
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob", { school_name: "Elm School" })];
const [kit, film, book] = [
  await fixture.newTitle("Anatomy Kit", 2),
  await fixture.newTitle("Breathing", 1),
  await fixture.newTitle("Cooking", 1),
];
await fixture.setTitle(kit, { parts: "1 poster; 2 models" });
await fixture.setTitle(film, { category_id: 2 });

type Answer = { data: TitleOnCalendar[]; total: number; month: string };
async function calendar(query: string, who = clerk) {
  const response = await fixture.app.inject({
    url: `/api/Reservations/GetCalendar?${query}`,
    headers: { authorization: `Bearer ${await fixture.tokenOf(who.userId)}` },
  });
  return response.json<Answer>();
}
const namesOf = ({ data }: Answer) => data.map(({ title }) => title);

it("the calendar has each copy's reservations and loans of a month, by title", async () => {
  const first = await fixture.reserve(ann, [[kit, 1]], "teachFrom=2026-05-11&teachTo=2026-05-15");
  const second = await fixture.reserve(
    bob,
    [
      [kit, 1],
      [film, 1],
    ],
    "teachFrom=2026-05-18&teachTo=2026-05-20",
  );
  const days = (await desk.orderOf(first.id)).days;
  const loan = await desk.ship(ann, [[book, 1]], { shipDate: "2026-04-20", returnDate: "2026-05-04" });

  const may = await calendar("on=2026-05-20");
  expect(may.month).toBe("2026-05");
  expect(namesOf(may)).toEqual(["Anatomy Kit", "Breathing", "Cooking"]);
  const [anatomy, breathing, cooking] = may.data;
  expect(anatomy?.copies).toBe(2);
  expect(anatomy?.stays.flatMap(({ stays }) => stays)).toEqual(
    expect.arrayContaining([
      {
        orderId: first.id,
        schoolName: "Oak Grove Elementary",
        leavesOn: days?.shipBy,
        backOn: days?.dueBy,
        isOut: false,
        isLate: false,
      },
      expect.objectContaining({ orderId: second.id, schoolName: "Elm School" }),
    ]),
  );
  expect(new Set(anatomy?.stays.map(({ inventoryItemId }) => inventoryItemId))).toEqual(new Set(kit.copyIds));
  expect(breathing?.stays).toMatchObject([{ copyNumber: 1, stays: [{ orderId: second.id }] }]);
  expect(cooking?.stays).toMatchObject([
    { stays: [{ orderId: loan.orderId, leavesOn: "2026-04-20", backOn: "2026-05-04", isOut: true }] },
  ]);
  expect(namesOf(await calendar("on=2026-04-30"))).toContain("Cooking");
  expect((await calendar("on=2026-09-01")).data).toEqual([]);
  expect((await calendar("")).month).toBe("2026-03");
});

it("the calendar can show only kits, a category, or titles with certain words, even to volunteers", async () => {
  const may = "on=2026-05-01&";
  expect(namesOf(await calendar(`${may}isKit=true`))).toEqual(["Anatomy Kit"]);
  expect(namesOf(await calendar(`${may}categoryId=2`))).toEqual(["Breathing"]);
  expect(namesOf(await calendar(`${may}searchString=cook`, volunteer))).toEqual(["Cooking"]);
  expect(await calendar(`${may}page=2`)).toMatchObject({ data: [] });
});

it("an overdue copy stays on the calendar until today", async () => {
  const [before] = (await calendar("on=2026-05-01&searchString=cook")).data;
  const loan = before?.stays[0]?.stays[0];
  const start = fixture.clock.at;
  fixture.clock.at = new Date("2026-06-10T19:00:00Z");
  const [title] = (await calendar("on=2026-06-10&searchString=cook")).data;
  expect(title?.stays).toMatchObject([{ stays: [{ ...loan, backOn: "2026-06-10", isLate: true }] }]);
  expect((await calendar("on=2026-07-01&searchString=cook")).data).toEqual([]);
  fixture.clock.at = start;
});

it("a reservation that lost its copy is listed without one", async () => {
  const reserved = await fixture.reserve(bob, [[film, 1]], "teachFrom=2026-08-24&teachTo=2026-08-25");
  await fixture.setCopy(film.copyIds[0], { is_inactive: true, inactive_reason: "lost" });
  await fixture.db.updateTable("bookings").set({ copy_id: null }).where("item_id", "=", film.itemId).execute();
  const [title] = (await calendar("on=2026-08-24")).data;
  expect(title?.stays).toMatchObject([{ inventoryItemId: null, copyNumber: null, stays: [{ orderId: reserved.id }] }]);
});
