import { describe, expect, it } from "vitest";
import { entriesOfTable } from "./days-of-table.ts";
import { entriesOfCalendar } from "./events-of-calendar.ts";
import { type FileEntry } from "./file-entries.ts";
import { kindOf } from "./kinds-of-days.rules.ts";
import { daysOfEntries, windowAround } from "./read-calendar-file.ts";

const entry = (from: string, end: string, about: string): FileEntry => ({ from, end, about });
const window = { ...windowAround("2026-11-23"), timeZone: "America/Los_Angeles" };

describe("the days in a calendar file", () => {
  const days = (entries: FileEntry[]) => daysOfEntries({ entries, leftOut: [] }, window);

  it("are limited to those around today, sorted and without repeats", () => {
    expect(
      days([
        entry("2026-12-21", "2027-01-02", "Winter  break"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2019-11-11", "2019-11-12", "Long ago"),
        entry("2031-01-01", "2031-01-02", "Far away"),
      ]),
    ).toEqual({
      entries: [
        { from: "2026-11-11", to: "", about: "Veterans Day", kind: "break" },
        { from: "2026-12-21", to: "2027-01-01", about: "Winter break", kind: "break" },
      ],
      leftOut: [],
    });
  });

  it("are cut off at the limit of a calendar, and the rest is named", () => {
    const { entries, leftOut } = days(
      Array.from({ length: 201 }, (_, at) => entry("2026-09-01", "2026-09-02", `Day ${at}`)),
    );
    expect(entries).toHaveLength(200);
    expect(leftOut).toEqual([
      { about: "Day 200", from: "2026-09-01", why: "A calendar can’t have more than 200 dates." },
    ]);
  });

  it("have names that are cut off only between characters", () => {
    const [result] = days([entry("2026-09-01", "2026-09-02", `${"x".repeat(79)}🎉`)]).entries;
    expect(result?.about).toBe("x".repeat(79));
  });
});

describe("an entry of a school calendar", () => {
  it.each([
    ["Winter Break", "Spring Break - No School", "THANKSGIVING BREAK", "Fall Recess", "Presidents’ Week Recess"],
    [
      "No School",
      "NO SCHOOL: staff development",
      "No Students",
      "Professional Development (No Students)",
      "no classes",
    ],
    ["Teacher Work Day", "Teacher Workday", "Staff Development", "Staff Development Day", "Teacher In-Service Day"],
    [
      "Professional Learning Day",
      "Institute Day",
      "Pupil-Free Day",
      "Pupil free",
      "Student Free Day",
      "Student Holiday",
    ],
    [
      "Non-Student Day",
      "Non-student day",
      "Non School Day",
      "Non-Instructional Day",
      "Furlough Day",
      "District Closed",
    ],
    ["Schools Closed", "Schools and Offices Closed", "Local Holiday", "Holiday", "Legal Holiday", "Admission Day"],
    ["Labor Day", "Labor Day Holiday", "Veterans Day", "Veteran's Day (observed)", "Memorial Day", "Juneteenth"],
    ["Indigenous Peoples' Day", "Indigenous Peoples’ Day", "Indigenous People's Day", "Columbus Day", "Yom Kippur"],
    ["Rosh Hashanah", "Eid al-Fitr", "Diwali", "Lunar New Year", "Good Friday", "Easter Monday", "Chinese New Year"],
    ["Martin Luther King Jr. Day", "Dr. Martin Luther King, Jr. Day", "MLK Day", "Lincoln's Birthday", "Lincoln’s Day"],
    ["Presidents' Day", "President's Day", "Washington's Birthday", "Cesar Chavez Day", "César E. Chávez Day"],
    ["Thanksgiving", "Thanksgiving Day", "Day after Thanksgiving", "Christmas Eve", "New Year’s Day", "July 4th"],
    ["Independence Day", "4th of July", "Summer Vacation", "Intersession", "Winter Break Begins"],
    ["Winter Break (school resumes Jan 4)", "(Spring Break)", "Labor Day (observed)"],
    ["Vacaciones de invierno", "Receso de primavera", "Día festivo", "No hay clases", "Descanso de otoño", "Navidad"],
  ])("is a break: %s, %s, %s, %s, %s", (...names) => {
    expect(names.filter((name) => kindOf(name) !== "break")).toEqual([]);
  });

  it.each([
    ["School resumes after winter break", "Classes Resume", "Students return from Spring Break", "First Day Back"],
    ["Holiday Concert", "Winter Holiday Program", "Thanksgiving Feast", "Veterans Day Assembly", "Christmas Party"],
    ["Breakfast with the Principal", "Spring Break Camp registration opens", "Holiday Boutique", "Holiday Shop"],
    ["Last day before Winter Break", "Minimum Day before Thanksgiving", "Early dismissal", "Minimum day", "Half-Day"],
    ["Winter Break homework due", "MLK essay contest", "Lunar New Year Celebration", "Memorial Day Parade"],
    ["Spirit week", "Back to school night", "Open House", "Daybreak Choir", "Breakthrough workshop", "Coffee break-in"],
    ["Staff Meeting", "Teacher Appreciation Week", "Picture Day", "Report cards", "No School Uniform Day", ""],
    ["Recess equipment sale", "Summer school begins late", "Regreso a clases después de las vacaciones"],
  ])("isn't a break: %s, %s, %s", (...names) => {
    expect(names.filter((name) => kindOf(name) === "break")).toEqual([]);
  });

  it("says when the school year begins and ends", () => {
    const first = ["First Day of School", "School Begins", "1st day of instruction", "Primer día de clases"];
    expect(first.filter((name) => kindOf(name) !== "first")).toEqual([]);
    const last = ["Last day of instruction", "Último día de clases", "Last Day of School (Minimum Day)"];
    expect(last.filter((name) => kindOf(name) !== "last")).toEqual([]);
  });
});

describe("an iCalendar file", () => {
  const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
  const read = async (...events: string[][]) => {
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR", ""];
    const result = await entriesOfCalendar(lines.join("\r\n"), window);
    if (typeof result === "string") throw new Error(result);
    return result;
  };
  const ranges = async (...lines: string[]) =>
    (await read(event("SUMMARY:Closed", ...lines))).entries.map(({ from, end }) => `${from} ${end}`);
  const winter = ["2026-12-21 2027-01-02"];

  it.each([
    ["as dates", ["DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20270102"]],
    ["as dates that aren't called dates", ["DTSTART:20261221", "DTEND:20270102"]],
    [
      "from midnight to midnight, as Outlook writes it",
      [
        'DTSTART;TZID="Pacific Standard Time":20261221T000000',
        'DTEND;TZID="Pacific Standard Time":20270102T000000',
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      ],
    ],
    ["until a minute before midnight", ["DTSTART:20261221T000000", "DTEND:20270101T235900"]],
    ["until a second before midnight", ["DTSTART;TZID=America/Denver:20261221T000000", "DTEND:20270101T235959"]],
    ["in UTC, at the library's midnight", ["DTSTART:20261221T080000Z", "DTEND:20270102T080000Z"]],
    ["in UTC, at midnight", ["DTSTART:20261221T000000Z", "DTEND:20270102T000000Z"]],
    ["with a length in days", ["DTSTART;VALUE=DATE:20261221", "DURATION:P12D"]],
    ["with a length in weeks and days", ["DTSTART;VALUE=DATE:20261221", "DURATION:P1W5D"]],
    ["with a length in hours", ["DTSTART:20261221T000000", "DURATION:PT288H"]],
    ["as a daily rule with a number", ["DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=DAILY;COUNT=12"]],
    ["as a daily rule with an end", ["DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=DAILY;UNTIL=20270101"]],
    ["as a daily rule with an end in UTC", ["DTSTART;VALUE=DATE:20261221", "RRULE:FREQ=DAILY;UNTIL=20270101T080000Z"]],
    ["with an alarm of its own", ["DTSTART:20261221", "BEGIN:VALARM", "DURATION:P1D", "END:VALARM", "DTEND:20270102"]],
    ["between lines that can't be read", ["NONSENSE", "DTSTART:20261221", 'X-A;B="', "DTEND:20270102"]],
  ])("has a break %s", async (_, lines) => {
    expect(await ranges(...lines)).toEqual(winter);
  });

  it("has days that repeat, without those that the district took out, moved, or canceled", async () => {
    const weekly = ["UID:1", "DTSTART;VALUE=DATE:20270104", "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;VALUE=DATE:20270111"];
    const moved = ["UID:1", "RECURRENCE-ID;VALUE=DATE:20270118", "DTSTART;VALUE=DATE:20270119", "SUMMARY:Moved"];
    const canceled = ["UID:1", "RECURRENCE-ID:20270125", "DTSTART:20270125", "STATUS:CANCELLED", "SUMMARY:Off"];
    const { entries, leftOut } = await read(event(...weekly, "SUMMARY:Closed"), event(...moved), event(...canceled));
    expect(entries.map(({ from, about }) => `${from} ${about}`)).toEqual(["2027-01-04 Closed", "2027-01-19 Moved"]);
    expect(leftOut).toEqual([{ about: "Off", from: "2027-01-25", why: "The district canceled it." }]);
  });

  it("has days that repeat every year from the first one on, and February 29 only in leap years", async () => {
    const days = async (day: string, rule = "FREQ=YEARLY") => ranges(`DTSTART;VALUE=DATE:${day}`, `RRULE:${rule}`);
    expect(await days("20200704")).toEqual(
      ["2025", "2026", "2027", "2028"].map((each) => `${each}-07-04 ${each}-07-05`),
    );
    expect(await days("20240229")).toEqual(["2028-02-29 2028-03-01"]);
    expect(await days("20201126", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH")).toContain("2026-11-26 2026-11-27");
  });

  it.each([
    ["It has no date.", ["SUMMARY:To be announced"]],
    ["It has a date that doesn’t exist.", ["DTSTART;VALUE=DATE:20270230"]],
    ["It has a date that doesn’t exist.", ["DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:soon"]],
    ["It starts or ends at a time of day.", ["DTSTART:20261105T180000Z", "DTEND:20261105T200000Z"]],
    ["It starts or ends at a time of day.", ["DTSTART:20261105T000000", "DTEND:20261105T120000"]],
    ["It’s longer than a year.", ["DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20281221"]],
    ["It’s longer than a year.", ["DTSTART;VALUE=DATE:20261221", "DURATION:P9999W"]],
    ["It repeats too often.", ["DTSTART;VALUE=DATE:20260902", "RRULE:FREQ=WEEKLY;BYDAY=WE"]],
    ["It repeats too often.", ["DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY"]],
    ["It repeats in a way we can’t read.", ["DTSTART;VALUE=DATE:20260902", "RRULE:FREQ=SECONDLY;COUNT=9999999"]],
    ["It repeats in a way we can’t read.", ["DTSTART;VALUE=DATE:20260902", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"]],
    ["It repeats in a way we can’t read.", ["DTSTART;VALUE=DATE:20260902", "RRULE:FREQ=DAILY;INTERVAL=999999999"]],
  ])("names an entry that isn't used, and is read without it: %s %j", async (why, lines) => {
    const { entries, leftOut } = await read(event(...lines), event("DTSTART:20261111", "SUMMARY:Veterans Day"));
    expect([entries.length, leftOut.map((each) => each.why)]).toEqual([1, [why]]);
  });

  it("has one rule after another only until their repeats are too many", async () => {
    const daily = event("DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY");
    const { entries, leftOut } = await read(...Array.from({ length: 100 }, () => daily));
    expect([entries.length, leftOut.length]).toEqual([18, 82]);
  });
});

describe("a table in a calendar file", () => {
  const table = (header: string[], ...rows: string[][]) =>
    entriesOfTable({ header, rows: rows.map((cells, at) => ({ row: at + 2, cells })) });

  it("may have columns in any order, and dates as people write them", () => {
    const result = table(
      ["subject", "start date", "end date"],
      ["Winter break", "12/21/26", "Friday, January 1, 2027"],
      ["Veterans Day", "11-Nov-26", ""],
      ["Labor Day", "9/7/2026 0:00", "46272"],
    );
    expect(result).toEqual({
      entries: [
        entry("2026-12-21", "2027-01-02", "Winter break"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2026-09-07", "2026-09-08", "Labor Day"),
      ],
      leftOut: [],
    });
  });

  it("has the day first if the first and last days fit only that", () => {
    const result = table(["from", "to"], ["5/4/2027", "9/4/2027"], ["21/12/2026", "1/1/2027"]);
    expect(result).toMatchObject({ entries: [{ from: "2027-04-05" }, { from: "2026-12-21", end: "2027-01-02" }] });
  });

  it.each([
    [["Spring Break", "Mar 29", ""], "“Mar 29” has no year. Write dates like 12/21/2026."],
    [["Spring Break", "3/29/2027", "TBD"], "“TBD” isn’t a date. Write dates like 12/21/2026."],
    [["Spring Break", "3/29/2027", "3/2/2027"], "The last day is before the first day."],
    [["Spring Break", "3/29/2027", "4/2/2072"], "From “3/29/2027” to “4/2/2072” is more than a year."],
    [["See the office", "", ""], "It has no date."],
  ])("names a row that can't be read: %j", (row, why) => {
    const result = table(["event", "from", "to"], ["Labor Day", "9/7/2026", ""], row, ["Later", "soon", ""]);
    const [leftOut] = typeof result === "string" ? [] : result.leftOut;
    expect(result).toMatchObject({ entries: [{ about: "Labor Day" }] });
    expect(leftOut).toEqual({ about: "Row 3", from: "", why });
  });

  it("is refused without a column of first days", () => {
    expect(table(["event", "place"])).toMatch(/^The file has no column “From”\./);
  });
});
