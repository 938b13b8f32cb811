import { inflateSync } from "node:zlib";

/**
 * Unpacks a WOFF font (W3C Recommendation WOFF 1.0, sections 3 to 5): otherwise fontkit would unpack a whole table for
 * each glyph of the subset.
 */
export function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = 44 + 20 * at;
    const [from, size, whole] = [4, 8, 12].map((field) => packed.readUInt32BE(entry + field));
    if (from === undefined || size === undefined || whole === undefined) continue;
    const stored = packed.subarray(from, from + size);
    const table = size < whole ? inflateSync(stored) : stored;
    packed.copy(head, 12 + 16 * at, entry, entry + 4);
    packed.copy(head, 12 + 16 * at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, 12 + 16 * at + 8);
    head.writeUInt32BE(whole, 12 + 16 * at + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (whole % 4)) % 4)]);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}
