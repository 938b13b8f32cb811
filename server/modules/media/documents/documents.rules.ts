import { ownMessages } from "#contract/messages.ts";
import { labelOf } from "../pictures.rules.ts";

const endOfFile = 2048; // bytes: programs write little after a PDF's end

/**
 * Why these bytes are not an acceptable PDF, or undefined. Judged by its beginning and end, regardless of the name; it
 * is displayed in a sandbox, so its content is not inspected.
 */
export function documentObjection(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");
  if (!/^%PDF-\d\.\d/.test(text(0, 8))) return ownMessages.documentKind;
  const end = text(Math.max(0, bytes.length - endOfFile), bytes.length);
  // every PDF ends with the byte offset of its cross-reference table
  const place = /startxref\s+(\d{1,10})\s+%%EOF(?![\s\S]*startxref)/.exec(end)?.[1];
  return place !== undefined && Number(place) < bytes.length ? undefined : ownMessages.documentCutOff;
}

/** A document's file name in the store. */
export const documentFile = (contentHash: string) => `${contentHash}.pdf`;

/** The hash in a document's file name; undefined for any other name. */
export const hashOfDocument = (name: string) => /^([0-9a-f]{32})\.pdf$/.exec(name)?.[1];

/** The sender's name of a document as a label that ends in .pdf. */
export function documentLabel(fileName: string): string {
  const label = labelOf(fileName, "document");
  return /\.pdf$/i.test(label) ? label : `${label}.pdf`;
}

/** A name for saving a file: in full for Unicode clients, and in plain ASCII for older ones. */
export function asAttachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]+/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
