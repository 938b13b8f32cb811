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

it("a calendar saved as CSV has its dates in any usual spelling, and its first unreadable row is named", async () => {
  const rows = ["12/21/26", '"Monday, December 21, 2026"', "21-Dec-26", "Dec 21 2026", "12/21/2026 0:00", "46377"];
  const { data } = await read("year.csv", `Date,Holiday\r\n${rows.map((day) => `${day},Winter Break\r\n`).join("")}`);
  const winter = { from: "2026-12-21", to: "", about: "Winter Break", kind: "break" };
  expect(data).toEqual({ entries: [winter], left: 0, leftOut: [], notes: [] });
  expect(await read("short.csv", "Date,Holiday\r\n21-Dec,Winter Break\r\n")).toMatchObject({
    isSuccess: false,
    message: expect.stringMatching(/last year on\. .* Row 2: “21-Dec” has no year\. Write dates like 12\/21\/2026\.$/),
  });
});

it("a calendar with a title above its columns, in Mac Roman with semicolons, is read, and the title is mentioned", async () => {
  const rows = "11/11/2026;D\x92a de los Veteranos\r11/26/2026;D\x92a de Acci\x97n de Gracias\r";
  const file = Buffer.from(`Our district, 2026-27\rDate;Holiday\r${rows}`, "latin1");
  expect((await read("mac.csv", file)).data).toMatchObject({
    entries: [{ about: "Día de los Veteranos" }, { about: "Día de Acción de Gracias" }],
    notes: ["We skipped the row above the column names."],
  });
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

  it.each([
    ["a break that ends before it begins", { breaks: [{ ...winter, to: "2026-12-01" }] }],
    ["a day that doesn't exist", { breaks: [{ ...winter, from: "2026-02-30" }] }],
    ["years that overlap", { years: [year, { from: "2027-06-04", to: "2028-06-01" }] }],
  ])("is refused with %s", async (_, fields) => {
    expect(await save("Refused Unified", fields)).toMatchObject({ isSuccess: false });
    expect((await listCalendars("Refused")).total).toBe(0);
  });

  it("is refused for a name that can't be a district", async () => {
    expect(await save("School District")).toMatchObject({
      isSuccess: false,
      data: { errors: [{ field: "district" }] },
    });
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

  it("of 8,000 events is read without delaying requests", async () => {
    const line = (at: number) => `DTSTART;VALUE=DATE:2026${10 + (at % 3)}${10 + (at % 20)}`;
    const flood = Array.from({ length: 500 }, (_, at) => `EXDATE;VALUE=DATE:${20260101 + (at % 28)}`);
    const text = ics(
      ...Array.from({ length: 8000 }, (_, at) => event(line(at), `SUMMARY:Day ${at}`)),
      event(line(0), ...flood),
    );
    let [last, longest] = [performance.now(), 0];
    const tick = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(tick, 5);
    const body = await read("long.ics", text);
    clearInterval(timer);
    tick();
    expect(body.data.entries).toHaveLength(200);
    expect(longest).toBeLessThan(1000); // ms
  });

  it.each([
    ["is empty", ""],
    ["is cut off", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261221"],
    ["has no days", ics()],
    ["is a table without dates", "Event,Place\nFair,Hall\n"],
    ["is a spreadsheet", "PK\u0003\u0004"],
    ["has an unclosed quotation mark", 'From,To,About\n2026-11-11,,"Veterans'],
    ["is binary", "\u0000\u0001\u0002"],
    ["lasts forever", ics(event("DTSTART;VALUE=DATE:20261221", "DURATION:P99999999999999D"))],
    ["has a day zero", ics(event("DTSTART;VALUE=DATE:00000000"))],
    ["has a day zero every year", ics(event("DTSTART;VALUE=DATE:00000000", "RRULE:FREQ=YEARLY"))],
    ["has a day that doesn't exist", ics(event("DTSTART;VALUE=DATE:20260230"))],
    ["ends on a day that doesn't exist", ics(event("DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20270230"))],
    ["lasts for centuries", ics(event("DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:29991231"))],
    ["is a table whose break lasts for centuries", "From,To\n2026-12-21,2999-12-31\n"],
    ["is in the year 9999", ics(event("DTSTART;VALUE=DATE:99991231"))],
    ["has text as a date", ics(event("DTSTART;VALUE=DATE:-0001011"))],
    ["has text as a rule", ics(event("DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=YEARLY;INTERVAL=x;UNTIL=00000000"))],
    ["repeats too often", ics(event("DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=SECONDLY;COUNT=99999999999999"))],
    ["has an unknown time zone", ics(event(`DTSTART;TZID=${"../".repeat(999)}:20261221T000000`))],
    ["is a table with days that don't exist", "From,To\n2026-02-30,\n0000-00-00,\n2026-01-01,9999-12-31\n"],
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
