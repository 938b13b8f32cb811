import { cut } from "#contract/wire/cut.ts";
import { readDate } from "./dates.rules.ts";

// What spreadsheets do to values. Each sentence says what a cell contains, what it probably was, and what to do.

const quoted = (cell: string) => `“${cut(cell.trim(), 60)}”`;
const typeAgain = "In the spreadsheet, format the column as text, type the value again, then save the file again.";

/** Explains a cell that can't be the value of any column, such as "#REF!" or "########"; undefined for others. */
export function lostValue(cell: string): string | undefined {
  const text = cell.trim();
  if (/^#{3,}$/.test(text))
    return `${quoted(text)} means that a value didn’t fit in its column. In the spreadsheet, widen the column, then save the file again.`;
  if (/^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|¡REF!|¡VALOR!|¿NOMBRE\?|¡DIV\/0!)$/i.test(text))
    return `${quoted(text)} is a formula error, not a value. In the spreadsheet, type the value or empty the cell, then save the file again.`;
  return undefined;
}

const scientific = /^(\d(?:[.,]\d+)?)E\+(\d{1,3})$/i;

/** Explains a number or code that a spreadsheet changed: "1E+05", "8360.0", or "5-Mar"; undefined for others. */
export function changedCode(cell: string): string | undefined {
  const text = cell.trim();
  const [, digits = "", exponent] = scientific.exec(text) ?? [];
  if (exponent !== undefined) {
    const [length, known] = [Number(exponent) + 1, digits.replace(/\D/, "")];
    const number =
      length <= 6
        ? String(Number(text.replace(",", ".")))
        : `a number of ${length} digits that begins with ${known.replace(/0+$/, "")}`;
    return `${quoted(text)} was probably ${number}, which a spreadsheet shortened. ${typeAgain}`;
  }
  const [, whole] = /^(\d+)\.0+$/.exec(text) ?? [];
  if (whole !== undefined)
    return `${quoted(text)} was probably ${cut(whole, 20)}. In the spreadsheet, format the column without decimals, then save the file again.`;
  const pair = pairOf(text);
  return pair && `${quoted(text)} was probably ${pair}, which a spreadsheet turned into a date. ${typeAgain}`;
}

/** Returns the two numbers that a spreadsheet turned into a date: "3-5" for "5-Mar", "Mar-5", and "3/5/2026". */
export function pairOf(cell: string): string | undefined {
  const text = cell.trim();
  const [, first, word, last] = /^(?:(\d{1,2})[- ])?([a-z]{3,9})(?:[- ](\d{1,2}))?$/i.exec(text) ?? [];
  const isShort = word !== undefined && (first === undefined) !== (last === undefined);
  const year = "2024"; // a leap year
  const day = isShort ? readDate(`${first ?? last}-${word}-${year}`) : readDate(text);
  if (day === undefined || day.slice(0, 4) < "1990") return undefined;
  return `${Number(day.slice(5, 7))}-${Number(day.slice(8))}`;
}
