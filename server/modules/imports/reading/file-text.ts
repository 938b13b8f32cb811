import { TextDecoder } from "node:util";
import { setImmediate as others } from "node:timers/promises";
import { utf16Of, type Encoding } from "../file-kind.rules.ts";

const pieceSize = 32 * 1024; // bytes: some 5 ms of the event loop to read the rows of

/** The same bytes in small pieces, others being answered after each. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += pieceSize) {
      yield chunk.subarray(start, start + pieceSize);
      await others();
    }
  }
}

/** The text of a file whose encoding is known, without the mark that may stand at its beginning. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(labelOf(encoding, piece));
    const text = decoder.decode(piece, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder?.decode() ?? "";
  if (rest !== "") yield rest;
}

const labelOf = (encoding: Encoding, head: Uint8Array) =>
  encoding === "UTF-16" ? (utf16Of(head) ?? "utf-16le") : encoding.toLowerCase();
