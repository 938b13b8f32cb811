import * as z from "zod/mini";
import { readLabel, writeLabel } from "../catalog/label-code.ts";
import { hasCheckedNumber, readTrackingNumber } from "../orders/carrier.ts";
import { text } from "../wire/text.ts";
import { readSlip, writeSlip } from "./slip-code.ts";

/** The keys of a keyboard from the top left to the bottom right, then the same keys with Shift. */
const american = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./" + '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?';

/**
 * The same keys on the keyboards that scanners here are set to by mistake. Keys that only change the next letter (´¨)
 * stand for themselves.
 */
const keyboards = [
  // German
  "^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-" + "°!\"§$%&/()=?`QWERTZUIOPÜ*'ASDFGHJKLÖÄYXCVBNM;:_",
  // French
  "²&é\"'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!" + "\0" + "1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§",
  // Latin American, Spanish
  "|1234567890'¿qwertyuiop´+}asdfghjklñ{zxcvbnm,.-" + '°!"#$%&/()=?¡QWERTYUIOP¨*]ASDFGHJKLÑ[ZXCVBNM;:_',
  "º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-" + 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_',
  // American with keys for accents, and with Shift locked
  american.replace("'", "´").replace('"', "¨"),
  american.slice(47) + american.slice(0, 47),
];

// a key for an accent and the next letter arrive as one
const accents: Record<string, string> = { "\u0300": "`", "\u0301": "´", "\u0302": "^", "\u0303": "~", "\u0308": "¨" };

function typedOn(from: string, to: string, scan: string): string {
  const key = (char: string) => to[from.indexOf(char)] ?? char;
  return Array.from(scan)
    .map((char) => {
      const [letter = "", accent = ""] = from.includes(char) ? [char] : char.normalize("NFD");
      return (accents[accent] === undefined ? "" : key(accents[accent])) + key(letter);
    })
    .join("");
}

/** Reads our JSON in any case, or without characters that a keyboard swallowed, and returns it as on the label. */
function readOwnCode(scan: string): string | undefined {
  const json = (/\{.*\}/.exec(scan)?.[0] ?? scan)
    .replace(
      /inventoryItemId|skuNumber|orderId/gi,
      (key) => keys.find((own) => own.toLowerCase() === key.toLowerCase()) ?? key,
    )
    .replace(/\\U(?=[\dA-F]{4})/g, "\\u");
  const [, id, skuNumber = ""] =
    /^\W*inventoryItemId["']?:(\d+),["']?skuNumber["']?:["']?([^"'}]*)["']?\}?$/.exec(json) ?? [];
  // the end may be missing, and with it a part of the SKU
  const isWhole = /["'}]$/.test(json) || !/["']/.test(json);
  const [, orderId] = /^\W*orderId["']?:(\d+)\}?$/.exec(json) ?? [];
  const label =
    readLabel(json) ??
    (id === undefined || !isWhole ? undefined : readLabel(writeLabel({ inventoryItemId: Number(id), skuNumber })));
  if (label) return writeLabel(label);
  const slip = readSlip(json) ?? (orderId === undefined ? undefined : readSlip(writeSlip(Number(orderId))));
  return slip === undefined ? undefined : writeSlip(slip);
}

const minLength = 5;
const keys = ["inventoryItemId", "skuNumber", "orderId"];

/** Our codes, even with a garbled prefix. Scanners send no other numbers or words here. */
const codeText = /^#?[A-Z]{0,3}\d{3,}(?:-\d{1,6})?$/i;

/** Removes what scanners add: control characters, the AIM identifier, and the asterisks around Code 39. */
function trimScan(scan: string): string {
  const visible = scan.replace(/[\t\n\r]+/g, " ").replace(/[\p{Cc}\uFEFF\u2400-\u2421]/gu, "");
  return visible
    .trim()
    .replace(/^\][A-Z]\d(?=.)/i, "")
    .replace(/^\*(.+)\*$/, "$1");
}

/** Returns what a scan means on other keyboards, if it means nothing on this one. */
function readOnKeyboards(scan: string): string[] {
  // text with spaces was typed, and letters and digits alone are the same on most keyboards
  if (scan.length < minLength || /\s/.test(scan) || !/[^\w#-]|^1y/i.test(scan)) return [];
  const scans = keyboards.flatMap((other) => [typedOn(other, american, scan), typedOn(american, other, scan)]);
  const isGarbled = /[^\w\s#-]/.test(scan);
  return [
    ...new Set(
      scans.flatMap((other) => {
        const text = trimScan(other);
        const code = readOwnCode(text) ?? (hasCheckedNumber(text) ? readTrackingNumber(text) : undefined);
        return (
          code ??
          (isGarbled && text !== scan && codeText.test(text) ? (readTrackingNumber(text) ?? text.toUpperCase()) : [])
        );
      }),
    ),
  ];
}

/**
 * Returns the text of a scan or a search as it is on the label or the package, however the scanner is set: without its
 * prefix and suffix, in the right case, as on an American keyboard, and only the tracking number of a carrier's barcode.
 */
export function readScan(scan: string): string {
  const text = trimScan(scan);
  const code = readOwnCode(text) ?? readTrackingNumber(text);
  if (code !== undefined) return code;
  const [meaning, another] = readOnKeyboards(text);
  return meaning === undefined || another !== undefined ? text : meaning;
}

const shapeOf = (text: string) =>
  Array.from(text)
    .map((char, _, all) => all.indexOf(char))
    .join(" ");

/** Returns whether part of a text repeats its letters in the same pattern as the word. */
function hasShapeOf(word: string, text: string): boolean {
  const [shape, low] = [shapeOf(word), text.toLowerCase()];
  return Array.from(low).some((_, start) => {
    const part = low.slice(start, start + word.length);
    return part !== word && shapeOf(part) === shape;
  });
}

/** Returns whether a scan looks like one of our codes from a scanner set to an unknown keyboard. */
export function isFromOtherKeyboard(scan: string): boolean {
  const text = readScan(scan);
  if (readLabel(text) ?? readSlip(text)) return false;
  const isSlip = text.length <= 22 && hasShapeOf('"orderid":', text);
  const hasOtherChars = /(?:inventoryItemId|orderId)["']?[^\w\s"':]/i.test(text);
  return isSlip || hasOtherChars || hasShapeOf("inventoryitemid", text) || readOnKeyboards(text).length > 1;
}

/** Accepts a search, scanned or typed. */
export const searchText = z.pipe(z._default(text(), ""), z.transform(readScan));

/** Accepts a tracking number: only the number if it was scanned from a label, and any other text as it is. */
export const trackingNumber = z.pipe(text(), z.transform(trackingNumberOf));

export function trackingNumberOf(typed: string): string {
  return readTrackingNumber(readScan(typed)) ?? typed;
}
