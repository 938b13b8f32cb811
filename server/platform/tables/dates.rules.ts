import { cut } from "#contract/wire/cut.ts";

/** The order of day and month in a date such as 5/4/2026. */
export type DateOrder = "month first" | "day first";

const maxLength = 60; // characters; no date is longer

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const weekdaysInSpanish = ["domingo", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado"];
const months = [
  ["january", "enero"],
  ["february", "febrero"],
  ["march", "marzo"],
  ["april", "abril"],
  ["may", "mayo"],
  ["june", "junio"],
  ["july", "julio"],
  ["august", "agosto"],
  ["september", "septiembre", "setiembre"],
  ["october", "octubre"],
  ["november", "noviembre"],
  ["december", "diciembre"],
];

const begins = (name: string, word: string) => word.length >= 3 && name.startsWith(word);

/** Returns 0 for Sunday, and -1 for another word. "Mar" is a month, so Tuesday in Spanish has to be longer. */
function weekdayOf(word: string): number {
  const place = weekdays.findIndex((name) => begins(name, word));
  return place < 0 && word !== "mar" ? weekdaysInSpanish.findIndex((name) => begins(name, word)) : place;
}

/** Returns 1 for January, and 0 for another word. */
const monthOf = (word: string) => months.findIndex((names) => names.some((name) => begins(name, word))) + 1;

const time =
  /(?<=\d)(?:t|,?\s+(?:at\s+)?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|utc|[+-]\d{2}:?\d{2})?$/;

/** Splits a cell into its date in lower case, without accents and the time, and its day of the week (-1 for none). */
function partsOf(cell: string): { date: string; weekday: number } {
  const text = cell
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(time, "");
  const [, first = "", rest = ""] = /^([a-z]+)\.?,? (.+)$/.exec(text) ?? [];
  if (weekdayOf(first) >= 0) return { date: rest, weekday: weekdayOf(first) };
  const [, start = "", last = ""] = /^(.+?),? \(?([a-z]+)\.?\)?$/.exec(text) ?? [];
  if (weekdayOf(last) >= 0) return { date: start, weekday: weekdayOf(last) };
  return { date: text, weekday: -1 };
}

type Day = { year: string; month: number; day: number };

const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const monthDayYear = /^([a-z]+)\.?[ -/]?(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ \-/])'?(\d{4}|\d{2})$/;
const dayMonthYear =
  /^(\d{1,2})(?:st|nd|rd|th|\.?o)?[ \-/.]?(?:of |de )?([a-z]+)\.?(?:, ?|[ \-/])?(?:del? )?'?(\d{4}|\d{2})$/;
const yearMonthDay = /^(\d{4})[ \-/]([a-z]+)\.?[ \-/](\d{1,2})$/;

function dayOf(date: string, order: DateOrder): Day | undefined {
  const numbers = numeric.exec(date);
  if (numbers) {
    const [, first, , second, year = ""] = numbers;
    const [month, day] = order === "month first" ? [first, second] : [second, first];
    return { year, month: Number(month), day: Number(day) };
  }
  const [, isoYear, , isoMonth, isoDay] = iso.exec(date) ?? [];
  if (isoYear) return { year: isoYear, month: Number(isoMonth), day: Number(isoDay) };
  const [, year8, month8, day8] = compact.exec(date) ?? [];
  if (year8) return { year: year8, month: Number(month8), day: Number(day8) };
  const [, monthFirst = "", dayNext, yearLast] = monthDayYear.exec(date) ?? [];
  if (yearLast) return { year: yearLast, month: monthOf(monthFirst), day: Number(dayNext) };
  const [, dayFirst, monthNext = "", lastYear] = dayMonthYear.exec(date) ?? [];
  if (lastYear) return { year: lastYear, month: monthOf(monthNext), day: Number(dayFirst) };
  const [, yearFirst, monthSecond = "", dayLast] = yearMonthDay.exec(date) ?? [];
  return yearFirst ? { year: yearFirst, month: monthOf(monthSecond), day: Number(dayLast) } : undefined;
}

const serial = /^\d{5}(?:\.\d+)?$/;
const [firstSerial, lastSerial] = [20_000, 80_000]; // 1954 to 2119
const dayZero = Date.UTC(1899, 11, 30); // of Excel's serial numbers
const oneDay = 24 * 60 * 60 * 1000; // ms

const fullYear = (year: string) =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);

const padded = (number: number, digits: number) => String(number).padStart(digits, "0");

/** Formats an existing day from 1900 to 2999 as YYYY-MM-DD. */
function formatted({ year, month, day }: Day): string | undefined {
  const text = `${padded(fullYear(year), 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  const time = Date.parse(text);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isReal && /^(?:19|2\d)\d\d-/.test(text) ? text : undefined;
}

/**
 * Reads a date as YYYY-MM-DD, however people and spreadsheets write it: 12/21/26, 21-Dec-26, "Monday, December 21,
 * 2026", 12/21/2026 0:00, or Excel's 46377. Drops a time. Returns undefined for anything else, such as a date without a
 * year; `unreadDate` says why.
 */
export function readDate(cell: string, order: DateOrder = "month first"): string | undefined {
  const result = dateAndWeekday(cell, order);
  return result?.isWeekdayWrong ? undefined : result?.day;
}

function dateAndWeekday(cell: string, order: DateOrder): { day: string; isWeekdayWrong: boolean } | undefined {
  if (cell.length > maxLength) return undefined;
  const { date, weekday } = partsOf(cell);
  if (serial.test(date)) {
    const number = Math.floor(Number(date));
    if (number < firstSerial || number > lastSerial) return undefined;
    return { day: new Date(dayZero + number * oneDay).toISOString().slice(0, 10), isWeekdayWrong: false };
  }
  const parts = dayOf(date, order);
  const day = parts && formatted(parts);
  return day === undefined ? undefined : { day, isWeekdayWrong: weekday >= 0 && new Date(day).getUTCDay() !== weekday };
}

/**
 * Returns the order of a column's dates: the month first, as Americans write, unless a date can only have the day first
 * (21/12/2026) and every other one can, too.
 */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  let isDayFirst = false;
  for (const cell of cells) {
    if (cell.length > maxLength) continue;
    const [, first, , second] = numeric.exec(partsOf(cell).date) ?? [];
    if (Number(second) > 12) return "month first";
    isDayFirst ||= Number(first) > 12;
  }
  return isDayFirst ? "day first" : "month first";
}

/** Explains why a cell isn't a date, and how to write it. */
export function unreadDate(cell: string, order: DateOrder = "month first"): string {
  const written = `“${cut(cell.trim(), maxLength)}”`;
  const example = order === "month first" ? "12/21/2026" : "21/12/2026";
  const howTo = `Write dates like ${example}.`;
  if (/^#{3,}$/.test(cell.trim()))
    return `${written} means that a date didn’t fit in its column. In the spreadsheet, widen the column, then save the file again.`;
  const result = dateAndWeekday(cell, order);
  if (result?.isWeekdayWrong) {
    const weekday = new Date(result.day).toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
    return `${written} isn’t a date, because that day is a ${weekday}. Correct the day or the date.`;
  }
  if (cell.length <= maxLength && dateAndWeekday(cell, order === "month first" ? "day first" : "month first"))
    return `${written} has the ${order === "month first" ? "day" : "month"} first, but other dates in this column don’t. ${howTo}`;
  const { date } = partsOf(cell.slice(0, maxLength));
  const hasNoYear = dayOf(`${date}/2024`, order) ?? dayOf(`${date} 2024`, order);
  if (hasNoYear && formatted(hasNoYear)) return `${written} has no year. ${howTo}`;
  return `${written} isn’t a date. ${howTo}`;
}
