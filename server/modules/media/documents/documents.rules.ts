import { ownMessages } from "#contract/messages.ts";
import { labelOf } from "../pictures.rules.ts";

const endOfFile = 2048; // bytes: what a program may write behind a PDF's end is little

/**
 * Why these bytes are no PDF that can be handed on, or undefined. Judged by how it begins and ends, whatever it is
 * called: what shows it draws it in a sandbox, so nothing in between is looked at.
 */
export function documentObjection(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (!/^%PDF-\d\.\d/.test(text(0, 8))) return ownMessages.documentKind;
  const end = text(Math.max(0, bytes.length - endOfFile), bytes.length);
  // where its table of contents is, in bytes from the beginning, is the last that stands in every PDF
  const place = /startxref\s+(\d{1,10})\s+%%EOF(?![\s\S]*startxref)/.exec(end)?.[1];
  return place !== undefined && Number(place) < bytes.length ? undefined : ownMessages.documentCutOff;
}

/** What a document's file is called in the store. */
export const documentFile = (contentHash: string) => `${contentHash}.pdf`;

/** The hash in the name of a document's file; undefined for every other name. */
export const hashOfDocument = (name: string) => /^([0-9a-f]{32})\.pdf$/.exec(name)?.[1];

/** The sender's name of a document as a label that ends in .pdf. */
export function documentLabel(fileName: string): string {
  const label = labelOf(fileName, "document");
  return /\.pdf$/i.test(label) ? label : `${label}.pdf`;
}

/** A name for saving a file: as it is for those who read all of Unicode, and without what older ones stumble over. */
export function asAttachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]+/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
