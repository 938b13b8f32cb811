import { importMessages } from "#contract/wire/messages.ts";
import { EncodingEvidence } from "./encoding.rules.ts";

/** The kinds of files by their first bytes. */
const starts: readonly (readonly [string, string])[] = [
  ["%PDF", "a PDF"],
  ["\u0089PNG", "a picture"],
  ["\u00FF\u00D8\u00FF", "a picture"],
  ["GIF8", "a picture"],
  ["{\\rtf", "a text document"],
  ["\u00D0\u00CF\u0011\u00E0", "a spreadsheet"], // .xls
  ["\u001F\u008B", "packed"],
  ["7z\u00BC\u00AF", "packed"],
  ["Rar!", "packed"],
];

/** What a ZIP begins with in files from word processors, and from Excel, LibreOffice, and Numbers. */
const documentParts = /word\/|ppt\/|vnd\.oasis\.opendocument\.(?!spreadsheet)/;
const spreadsheetParts =
  /xl\/|\[Content_Types\]\.xml|vnd\.oasis\.opendocument\.spreadsheet|\.iwa|preview(?:-micro|-web)?\.jpg/;

function kindOf(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 64 * 1024)).toString("latin1");
  if (start.startsWith("PK\u0003\u0004")) {
    return documentParts.test(start) ? "a text document" : spreadsheetParts.test(start) ? "a spreadsheet" : "packed";
  }
  const known = starts.find(([begin]) => start.startsWith(begin));
  if (known) return known[1];
  const text = Buffer.from(head.subarray(0, 1000))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (/^<(\?xml|(\w+:)?(record|collection)\b)/i.test(text)) return "XML";
  if (/^<(!doctype|html|!--)/i.test(text)) return "a web page";
  return /^[[{]\s*["{[\]}]/.test(text) ? "JSON" : undefined;
}

/** Explains why a file with this beginning isn't a table in a text file; undefined if it may be one. */
export function objectionToTable(head: Uint8Array, accepted = "a CSV file"): string | undefined {
  if (head.length === 0) return importMessages.fileEmpty;
  const kind = kindOf(head);
  if (kind === "a spreadsheet") return importMessages.spreadsheet;
  if (kind === "packed") return importMessages.packed;
  if (kind) return importMessages.foreign(kind, accepted);
  const controls = head.filter(isControl).length;
  return controls * 100 > head.length && !isUtf16(head) ? importMessages.notText(accepted) : undefined;
}

// no text contains these; a stray one is an error in its row
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);

function isUtf16(head: Uint8Array): boolean {
  const evidence = new EncodingEvidence();
  evidence.add(head);
  return evidence.result().encoding.startsWith("UTF-16");
}
