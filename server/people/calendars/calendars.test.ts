import { describe, expect, it } from "vitest";
import { getPackageDays } from "#contract/desk/packing.ts";
import * as calls from "#contract/people/calendars.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem, anOrder } from "#server/test/factories.ts";
import { calendarsOfOrders } from "./calendars.queries.ts";

const fixture = await testApp();
const { db } = fixture;
const { token } = await anAdmin(fixture);
const title = await anItem(fixture, 20, { title: "Kit" });

const winter = { from: "2026-12-21", to: "2027-01-01", about: "Winter break" };
const year = { from: "2026-08-12", to: "2027-06-04" };
type Fields = Partial<Parameters<typeof fixture.call<typeof calls.saveCalendar>>[1]["body"]>;
const save = async (district: string, fields: Fields = {}) =>
  (await fixture.call(calls.saveCalendar, { body: { district, years: [], breaks: [winter], ...fields } }, token)).body;
const show = async (id: number) => (await fixture.call(calls.getCalendar, { params: { id } }, token)).body.data;
const listCalendars = async (searchString = "") =>
  (await fixture.call(calls.getCalendars, { query: { searchString } }, token)).body;
const read = async (name: string, text: string | Uint8Array<ArrayBuffer>) => {
  const upload = new File([text], name);
  const session = (await anAdmin(fixture)).token; // the clock moved
  return (await fixture.call(calls.readCalendarFile, { upload }, session)).body;
};
const setClock = (at: string) => fixture.clock.move(Date.parse(at) - fixture.clock.now().getTime());
const orderOf = async (school_district: string) =>
  anOrder(fixture, (await aBorrower(fixture, { school_district })).borrowerId, [[title.itemId, 1]]);
const breaksOf = async (orderId: number) =>
  (await calendarsOfOrders(db, [orderId])).get(orderId)?.breaks.map(({ about }) => about);

it("a calendar file has its letters composed", async () => {
  const event =
    "BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270322\r\nSUMMARY:Di\u0301a de Ce\u0301sar Cha\u0301vez\r\nEND:VEVENT";
  const { data } = await read("calendar.ics", `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR\r\n`);
  expect(data).toMatchObject({ entries: [{ about: "Día de César Chávez" }] });
});

describe("a calendar", () => {
  it("is sorted by day, and only changed or removed at its current version", async () => {
    const late = { from: "2027-03-22", to: "", about: "César Chávez Day" };
    const { id, data } = await save("Kept Unified", { years: [year], breaks: [late, winter] });
    expect(data).toMatchObject({ district: "Kept Unified", years: [year], breaks: [winter, late], version: 1 });
    await save("Kept Unified", { calendarId: id, version: 1 });
    expect(await save("Kept Unified", { calendarId: id, version: 1 })).toMatchObject({
      isSuccess: false,
      reason: { kind: "stale", what: "calendar" },
    });
    expect(await show(id)).toMatchObject({ years: [], breaks: [winter], version: 2 });
    const remove = async (version: number) =>
      (await fixture.call(calls.removeCalendar, { params: { id }, body: { version } }, token)).body;
    expect(await remove(1)).toMatchObject({ isSuccess: false, reason: { kind: "stale" } });
    expect(await remove(2)).toMatchObject({ isSuccess: true });
    expect((await fixture.call(calls.getCalendar, { params: { id } }, token)).status).toBe(404);
  });

  it("is the only one of its district in any spelling, even if two people add it at once", async () => {
    await save("Twice Unified School District");
    const refusal = {
      isSuccess: false,
      data: { errors: [{ field: "district", message: expect.stringMatching(/already/) }] },
    };
    expect(await save("TWICE USD")).toMatchObject(refusal);
    const both = await Promise.all([save("Raced Unified"), save("Raced Unified"), save("Raced USD")]);
    expect(both.filter(({ isSuccess }) => isSuccess)).toHaveLength(1);
  });
});

describe("the calendar of an order", () => {
  it("is that of the borrower's district, or else the one for all other districts, which is listed first", async () => {
    const [echoOrder, otherOrder] = [await orderOf("Écho Valley U.S.D."), await orderOf("Nowhere Elementary")];
    expect([await breaksOf(echoOrder), await breaksOf(otherOrder)]).toEqual([undefined, undefined]);
    const echo = await save("Echo Valley Unified", { breaks: [{ ...winter, about: "Echo" }] });
    expect([await breaksOf(echoOrder), await breaksOf(otherOrder)]).toEqual([["Echo"], undefined]);
    const all = await save("", { breaks: [{ ...winter, about: "All" }] });
    expect([await breaksOf(echoOrder), await breaksOf(otherOrder)]).toEqual([["Echo"], ["All"]]);
    const [first] = (await listCalendars()).data;
    expect(first).toMatchObject({ calendarId: all.id, district: "" });
    expect((await show(echo.id)).borrowers).toBe(1);
    await fixture.call(calls.removeCalendar, { params: { id: all.id }, body: { version: 1 } }, token);
  });

  it("goes by the district of the borrower's school before the written one", async () => {
    const district = { district_code: "0161119", district: "Alder Unified" };
    await db
      .insertInto("districts")
      .values({ ...district, county: "Alameda" })
      .execute();
    const school = { ...district, cds_code: "01611190000001", school: "Alder High", is_open: true };
    const { school_id } = await db
      .insertInto("schools")
      .values({ ...school, city: "Alder", state: "CA", zip: "94501" })
      .returning("school_id")
      .executeTakeFirstOrThrow();
    await save("Alder Unified", { breaks: [{ ...winter, about: "Alder" }] });
    await save("Written Unified", { breaks: [{ ...winter, about: "Written" }] });
    const orderId = await orderOf("Written Unified");
    expect(await breaksOf(orderId)).toEqual(["Written"]);
    const borrower = db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId);
    await db.updateTable("borrowers").set({ school_id }).where("borrower_id", "in", borrower).execute();
    expect(await breaksOf(orderId)).toEqual(["Alder"]);
  });

  it("moves a due date off a break, and warns if the school is closed on arrival", async () => {
    await save("Closed Unified");
    const orderId = await orderOf("Closed Unified");
    const days = async (at: string) => {
      setClock(at);
      const session = (await anAdmin(fixture)).token;
      return (await fixture.call(getPackageDays, { query: { ids: String(orderId) } }, session)).body.data;
    };
    expect(await days("2026-12-01T20:00:00Z")).toEqual([
      { orderId, closure: null, due: "2027-01-11", mailBackBy: "2027-01-04" }, // December 31 is in the break
    ]);
    expect(await days("2026-12-18T20:00:00Z")).toMatchObject([{ closure: { from: winter.from, to: winter.to } }]);
  });
});

describe("a calendar file", () => {
  const ics = (...events: string[]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", ...events, "END:VCALENDAR", ""].join("\r\n");
  const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"].join("\r\n");

  it("in iCalendar format is read with whole days, folded lines, and yearly days", async () => {
    const text = ics(
      event("DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20270102", "SUMMARY:Winter br", " eak\\, all schools"),
      event("DTSTART;VALUE=DATE:20261111", "SUMMARY:Veterans Day"),
      event(
        "DTSTART;VALUE=DATE:20150704",
        "DTEND;VALUE=DATE:20150705",
        "RRULE:FREQ=YEARLY",
        "SUMMARY:Independence Day",
      ),
      event("DTSTART:20261105T180000Z", "DTEND:20261105T200000Z", "SUMMARY:Game"),
      event("DTSTART;VALUE=DATE:20260902", "RRULE:FREQ=WEEKLY;BYDAY=WE", "SUMMARY:Minimum day"),
    );
    setClock("2026-11-23T20:00:00Z");
    const body = await read("a.ics", text);
    expect([body.data.left, body.data.leftOut]).toEqual([
      2,
      [
        { about: "Game", from: "2026-11-05", why: "It starts or ends at a time of day." },
        { about: "Minimum day", from: "2026-09-02", why: "It repeats too often." },
      ],
    ]);
    expect(body.data.entries.map(({ from, to, about }) => [from, to, about])).toEqual([
      ["2025-07-04", "", "Independence Day"],
      ["2026-07-04", "", "Independence Day"],
      ["2026-11-11", "", "Veterans Day"],
      ["2026-12-21", "2027-01-01", "Winter break, all schools"],
      ["2027-07-04", "", "Independence Day"],
      ["2028-07-04", "", "Independence Day"],
    ]);
  });

  it.each([
    ["is empty", ""],
    ["is cut off", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261221"],
    ["is a table without dates", "Event,Place\nFair,Hall\n"],
    ["is a spreadsheet", "PK\u0003\u0004"],
    ["lasts for centuries", ics(event("DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:29991231"))],
    [
      "has too many entries",
      ics(
        event("DTSTART;VALUE=DATE:20261221")
          .concat("\r\n")
          .repeat(calls.calendarLimits.entries + 1),
      ),
    ],
  ])("that %s is refused with a sentence", async (_, text) => {
    expect(await read("calendar", text)).toMatchObject({ isSuccess: false, message: expect.stringMatching(/\.$/) });
  });
});
