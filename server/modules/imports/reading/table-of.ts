import { utf16Of } from "../file-kind.rules.ts";
import { csvRows, type Delimiter, textOf } from "./csv-rows.ts";
import type { FileRow } from "./row.rules.ts";

const pieceSize = 64 * 1024; // bytes

/** The rows of a whole file, the header first, in whichever encoding it is: UTF-8, UTF-16, or Windows-1252. */
export function tableOf(file: Uint8Array, delimiter: Delimiter): AsyncGenerator<FileRow[]> {
  const encoding = utf16Of(file) ? "UTF-16" : isUtf8(file) ? "UTF-8" : "Windows-1252";
  return csvRows(textOf(inPieces(file), encoding), delimiter);
}

function* inPieces(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.length; from += pieceSize) yield file.subarray(from, from + pieceSize);
}

function isUtf8(file: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return true;
  } catch {
    return false; // the result
  }
}
