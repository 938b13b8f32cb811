export type Carrier = { name: string; href: string };

/** Adds up digits, each times its weight, from the last digit to the first. UPS counts letters as digits, too. */
function weigh(number: string, weights: readonly number[]): number {
  return Array.from(number)
    .toReversed()
    .map((char) => (/\d/.test(char) ? Number(char) : char.charCodeAt(0) - 63))
    .reduce((sum, digit, place) => sum + digit * (weights[place % weights.length] ?? 0), 0);
}

const isModulo10 = (number: string) => weigh(number, [1, 3]) % 10 === 0;
const isUps = (number: string) => (weigh(number.slice(2, -1), [1, 2]) + Number(number.at(-1))) % 10 === 0;
const isExpress = (number: string) => (weigh(number.slice(0, -1), [1, 3, 7]) % 11) % 10 === Number(number.at(-1));
// older labels leave out the 91 that the check digit counts
const isUsps = (number: string) => isModulo10(number) || (number.length === 20 && isModulo10(`91${number}`));

const usps = "https://tools.usps.com/go/TrackConfirmAction?tLabels=";
const fedex = "https://www.fedex.com/fedextrack/?trknbr=";
const domestic = /^(?:9[1-5]\d{18}(?:\d\d(?:\d{4})?)?|7[0137]\d{18}|[0-2][23]\d{18})$/;

/** The formats of tracking numbers; `isRight` tells whether the check digit of such a number is right. */
const formats = [
  { name: "UPS", format: /^1Z[0-9A-Z]{15}\d$/, isRight: isUps, page: "https://www.ups.com/track?tracknum=" },
  { name: "USPS", format: domestic, isRight: isUsps, page: usps },
  { name: "USPS", format: /^[A-Z]{2}\d{9}US$/, page: usps },
  { name: "FedEx", format: /^\d{12}$/, isRight: isExpress, page: fedex },
  { name: "FedEx", format: /^(?:\d{15}|00\d{16})$/, isRight: isModulo10, page: fedex },
];

const formatOf = (number: string) => formats.find(({ format }) => format.test(number));
const isChecked = (number: string) => formatOf(number)?.isRight?.(number) ?? false;

/** Returns the tracking number in the barcode of a carrier's label, or undefined for any other text. */
function readBarcode(code: string): string | undefined {
  // USPS: 420, the ZIP Code, and the number
  const numbers = /^420\d+$/.test(code) ? [code.slice(12), code.slice(8)].filter((part) => domestic.test(part)) : [];
  const number = numbers.find(isUsps) ?? numbers[0];
  if (number !== undefined) return number;
  // FedEx Ground: 7 digits before the number
  if (/^96\d{20}$/.test(code)) return code.slice(7);
  // a shipping container's code, after its application identifier
  if (/^00\d{18}$/.test(code) && isModulo10(code)) return code.slice(2);
  // FedEx Express: the last 12 of 34 digits, or 12 of 32
  if (/^\d{20}00\d{12}$/.test(code)) return code.slice(22);
  if (/^\d{32}$/.test(code)) return [code.slice(16, 28), code.slice(20)].find(isExpress);
  return undefined;
}

/** Finds a tracking number in all of a shipment's data (MaxiCode, PDF417), or between a scanner's additions. */
function readInside(text: string): string | undefined {
  if (text.includes("[)>")) {
    // UPS splits its number: service, package, and later the shipper
    const [, service, number, shipper] = /(\d\d)1Z(\d{8})UPSN([0-9A-Z]{6})/.exec(text) ?? [];
    const ground = /(\d{15})FDEG/.exec(text)?.[1] ?? "";
    const express = /(\d{12})\d{4}FDE/.exec(text)?.[1] ?? "";
    const whole = text.match(/1Z[0-9A-Z]{15}\d/g) ?? [];
    return [...whole, `1Z${shipper}${service}${number}`, ground, express].find(isChecked);
  }
  const [ups = ""] = /(?<=^.{0,11})1Z[0-9A-Z]{15}\d(?=.{0,11}$)/.exec(text) ?? [];
  const digits = /^\D{0,11}(\d+)\D{0,11}$/.exec(text)?.[1] ?? "";
  return readBarcode(digits) ?? [ups, digits].find(isChecked);
}

/** Returns the tracking number in a scanned or typed text, or undefined if there's none. */
export function readTrackingNumber(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s\p{Pd}\p{Cc}]/gu, "");
  // people write the 420 in parentheses, and scanners may put a character of their own after the ZIP Code
  const bare = code.replace(/^\D?420\D?\d.*/, (marked) => marked.replace(/\D/g, ""));
  const number = readBarcode(bare) ?? (formatOf(code) && code);
  // other words may mention more than one package
  return number ?? (/\s/.test(text.trim()) && !text.includes("[)>") ? undefined : readInside(code));
}

/**
 * Returns whether a text is a carrier's number that can be right: in a known format, with a right check digit if it has
 * one.
 */
export function isTrackingNumber(text: string): boolean {
  const number = readTrackingNumber(text) ?? "";
  const format = formatOf(number);
  return format !== undefined && (format.isRight?.(number) ?? true);
}

export const hasCheckedNumber = (text: string): boolean => isChecked(readTrackingNumber(text) ?? "");

export function carrierOf(trackingNumber: string): Carrier | undefined {
  const number = readTrackingNumber(trackingNumber);
  const carrier = number === undefined ? undefined : formatOf(number);
  return carrier && { name: carrier.name, href: carrier.page + number };
}
