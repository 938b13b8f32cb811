import { ownMessages } from "#contract/wire/messages.ts";

/** In pixels: thumbnails, covers on normal and sharp screens, and a page's background. */
const standardWidths = [160, 320, 640, 1280];

/** Returns the widths to store: none wider than the original, and the original unless a standard width is close. */
export function widthsFor(width: number): number[] {
  const smaller = standardWidths.filter((standard) => standard <= width);
  const widest = smaller.at(-1) ?? 0;
  const own = Math.min(width, standardWidths.at(-1) ?? width);
  return own >= widest * 1.25 ? [...smaller, own] : smaller;
}

export const pictureFile = (contentHash: string, width: number) => `${contentHash}-${width}.webp`;

export const isPictureFile = (name: string) => /^[0-9a-f]{32}-[1-9]\d{0,3}\.webp$/.test(name);

const maxLabelLength = 100;

/** Returns a short label for an uploaded file's name, without invisible characters. Never the name of a file on disk. */
export function labelOf(fileName: string, otherwise = "picture"): string {
  const lastPart = fileName.split(/[\\/]/).at(-1) ?? "";
  const visible = lastPart.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const characters = Array.from(visible);
  if (characters.length <= maxLabelLength) return visible || otherwise;
  const ending = /\.\w{1,5}$/.exec(visible)?.[0] ?? "";
  return `${characters.slice(0, maxLabelLength - ending.length - 1).join("")}…${ending}`;
}

/** Milliseconds until an unused picture or document is deleted. */
export const unusedLifetimeMs = 24 * 60 * 60 * 1000;

const tailBytes = 2048; // programs write little after a PDF's end

/**
 * Returns the reason to reject a PDF, or undefined. Checks only its beginning and end, because browsers show it in a
 * sandbox.
 */
export function documentObjection(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (!/^%PDF-\d\.\d/.test(text(0, 8))) return ownMessages.documentKind;
  const end = text(Math.max(0, bytes.length - tailBytes), bytes.length);
  // every PDF ends with the byte offset of its cross-reference table
  const place = /startxref\s+(\d{1,10})\s+%%EOF(?![\s\S]*startxref)/.exec(end)?.[1];
  return place !== undefined && Number(place) < bytes.length ? undefined : ownMessages.documentCutOff;
}

export const documentFile = (contentHash: string) => `${contentHash}.pdf`;

/** Returns the hash in a document's file name, undefined for any other name. */
export const hashOfDocument = (name: string) => /^([0-9a-f]{32})\.pdf$/.exec(name)?.[1];

export function documentLabel(fileName: string): string {
  const label = labelOf(fileName, "document");
  return /\.pdf$/i.test(label) ? label : `${label}.pdf`;
}

/** Returns a Content-Disposition header with the full name, and a plain ASCII name for older clients. */
export function asAttachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]+/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
