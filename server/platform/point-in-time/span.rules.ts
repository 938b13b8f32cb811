/** A segment of the log, and when it was archived: what is in it was written before. */
export type Segment = { name: string; at: Date };

/** A copy of the database's files. It is whole with the log of its time, and gives any moment from its end on. */
export type Base = { name: string; major: string; startSegment: string; endLsn: string; endedAt: Date };

/** What a restored database writes from its moment on (a timeline), and where in the lines before it that was. */
export type Line = { number: number; begunAt: Date; before: readonly { line: number; until: number }[] };

/**
 * From when to when a base and the log after it reach on a line, beginning where the line was made. `missing` is the segment that
 * would be next, if later ones are there; `until` is undefined where the log of the copy itself is not whole.
 */
export type Span = { base: Base; line: number; from: Date; until: Date | undefined; missing: string | undefined };

export type Kept = { bases: readonly Base[]; segments: readonly Segment[]; lines: readonly Line[] };

const perLog = 0x100; // segments, of 16 MB each
const segmentSize = 2 ** 24;

/** Its place in the log, without the line that it belongs to. */
export const placeOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16, 24), 16);

const lineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16);
const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
const nameAt = (place: number, line: number) => hex(line) + hex(Math.floor(place / perLog)) + hex(place % perLog);
const placeOfByte = (at: number) => Math.floor(at / segmentSize);

/** PostgreSQL writes a byte of the log as two numbers: 1/3000028. */
export function byteOf(lsn: string): number {
  const [high = "", low = ""] = lsn.split("/");
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** The line of a history file, as PostgreSQL writes it. */
export function readHistory(name: string, begunAt: Date, text: string): Line {
  const before = [...text.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)\t/gm)].map(([, line, lsn = ""]) => ({
    line: Number(line),
    until: byteOf(lsn),
  }));
  return { number: lineOf(name), begunAt, before };
}

/** How far each base reaches, on each line that comes from it: until its first segment that is not there. */
export function spansOf({ bases, segments, lines }: Kept): Span[] {
  const archived = new Map(segments.map(({ name, at }) => [name, at]));
  const first: Line = { number: 1, begunAt: new Date(0), before: [] };
  const all = [first, ...lines.toSorted((a, b) => a.number - b.number)];
  return all
    .flatMap((line) => bases.filter((base) => leadsTo(base, line)).map((base) => spanOf(base, line, archived)))
    .filter(({ from, until }) => until === undefined || from <= until);
}

function leadsTo({ startSegment, endLsn }: Base, { number, before }: Line): boolean {
  const own = lineOf(startSegment);
  return own === number || before.some(({ line, until }) => line === own && byteOf(endLsn) <= until);
}

function spanOf(base: Base, line: Line, archived: ReadonlyMap<string, Date>): Span {
  const ways = waysOf(line);
  const find = (place: number) => {
    const way = ways.find(
      ({ from, to, line: own }) => from <= place && place <= to && archived.has(nameAt(place, own)),
    );
    return way && archived.get(nameAt(place, way.line));
  };
  let place = placeOf(base.startSegment);
  let last: Date | undefined;
  for (let at = find(place); at; at = find(place)) [last, place] = [at, place + 1];
  const isWhole = place > placeOfByte(byteOf(base.endLsn) - 1);
  const isLater = (name: string) =>
    placeOf(name) > place && ways.some((way) => way.line === lineOf(name) && placeOf(name) <= way.to);
  const missing = [...archived.keys()].some(isLater) ? nameAt(place, lineAt(place, ways, line)) : undefined;
  const from = new Date(Math.max(Number(base.endedAt), Number(line.begunAt)));
  const reached = last && last > base.endedAt ? last : base.endedAt;
  return { base, line: line.number, from, until: isWhole ? reached : undefined, missing };
}

type Way = { line: number; from: number; to: number };

/** Which segments are of which line, the newest first: the one where a line begins is its own, too. */
function waysOf({ number, before }: Line): Way[] {
  const all = [...before.map(({ line, until }) => ({ line, to: placeOfByte(until) })), { line: number, to: Infinity }];
  return all.map((way, index) => ({ ...way, from: all[index - 1]?.to ?? 0 })).toReversed();
}

const lineAt = (place: number, ways: readonly Way[], { number }: Line) =>
  ways.find(({ from }) => from <= place)?.line ?? number;

/** The span that a moment is in: of the newest line, as restored libraries go on, and its newest base: the least log to read. */
export const spanWith = (moment: Date, spans: readonly Span[]) =>
  spans
    .filter(({ from, until }) => until && from <= moment && moment <= until)
    .toSorted((a, b) => b.line - a.line || Number(b.base.endedAt) - Number(a.base.endedAt))[0];

/** What the archive covers, as a part of a sentence for the operator. */
export function coveredInWords(spans: readonly Span[], inWords: (at: Date) => string): string {
  const whole = new Map<number, { from: Date; until: Date; missing: string | undefined }>();
  // of those that end together the oldest
  for (const { from, until, missing } of spans.toSorted((a, b) => Number(b.from) - Number(a.from)))
    if (until) whole.set(Number(until), { from, until, missing });
  const words = [...whole.values()]
    .toSorted((a, b) => Number(a.from) - Number(b.from))
    .map(({ from, until, missing }) => `${inWords(from)} to ${inWords(until)}${gap(missing)}`);
  return words.length > 0 ? `it covers ${words.join(", and ")}` : `it covers nothing${gap(spans[0]?.missing, "the")}`;
}

const gap = (missing: string | undefined, the = "then the") =>
  missing === undefined ? "" : ` (${the} segment ${missing} is missing)`;
