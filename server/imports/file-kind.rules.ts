import { importMessages } from "#contract/wire/messages.ts";
import { utf16Of } from "#server/platform/tables/table.rules.ts";

const starts: readonly (readonly [string, string])[] = [
  ["%PDF", importMessages.foreign("a PDF")],
  ["\u0089PNG", importMessages.foreign("a picture")],
  ["\u00FF\u00D8\u00FF", importMessages.foreign("a picture")],
  ["GIF8", importMessages.foreign("a picture")],
  ["PK\u0003\u0004", importMessages.spreadsheet],
  ["\u00D0\u00CF\u0011\u00E0", importMessages.spreadsheet],
  ["\u001F\u008B", importMessages.packed],
  ["7z\u00BC\u00AF", importMessages.packed],
  ["Rar!", importMessages.packed],
  ["{\\rtf", importMessages.foreign("a text document")],
];

/** Explains why a file with this beginning isn't a table; undefined if it may be one. */
export function objectionToFile(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  const known = starts.find(([begin]) => start.startsWith(begin));
  if (known) return known[1];
  const text = Buffer.from(head.subarray(0, 1000))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (/^<(\?xml|(\w+:)?(record|collection)\b)/i.test(text)) return importMessages.marcXml;
  if (/^=LDR\s/.test(text)) return importMessages.marcText;
  if (/^<(!doctype|html|!--)/i.test(text)) return importMessages.foreign("a web page");
  if (/^[[{]\s*["{[\]}]/.test(text)) return importMessages.foreign("JSON");
  const controls = head.filter(isControl).length;
  return utf16Of(head) === undefined && controls * 100 > head.length ? importMessages.notText : undefined;
}

// no text contains these; a stray one is an error of its row
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
