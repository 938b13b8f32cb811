import * as z from "zod";

const entry = z.record(z.string(), z.unknown());

/** Returns the entries of a log, without the line per request. */
export function logEntries(lines: readonly string[]) {
  return lines.map((line) => entry.parse(JSON.parse(line))).filter(({ msg }) => msg !== "request");
}
