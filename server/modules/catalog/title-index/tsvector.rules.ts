/** A word of a title, and its places: 16 bits each, of which the highest two are the weight. */
export type PlacedWord = { word: string; places: readonly number[] };

/** Reads what tsvectorsend() gives: the number of words; of each its text, a 0, the number of its places, and these. */
export function readTsvector(bytes: Buffer): PlacedWord[] {
  const words: PlacedWord[] = [];
  const count = bytes.readUInt32BE(0);
  let at = 4;
  for (let read = 0; read < count; read += 1) {
    const end = bytes.indexOf(0, at);
    const word = bytes.toString("utf8", at, end);
    const some = bytes.readUInt16BE(end + 1);
    at = end + 3;
    const places: number[] = [];
    for (let place = 0; place < some; place += 1, at += 2) places.push(bytes.readUInt16BE(at));
    words.push({ word, places });
  }
  return words;
}
