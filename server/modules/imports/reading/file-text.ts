import { TextDecoder } from "node:util";
import { setImmediate as others } from "node:timers/promises";
import { utf16Of, type Encoding } from "../file-kind.rules.ts";

const pieceSize = 32 * 1024; // bytes: about 5 ms of the event loop to parse

/** The same bytes in small chunks, with other requests in between. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += pieceSize) {
      yield chunk.subarray(start, start + pieceSize);
      await others();
    }
  }
}

/** The text of a file with a known encoding, without a byte order mark. */
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
