import * as z from "zod";

const entry = z.record(z.string(), z.unknown());

/** Returns the entries of a log's lines, except the one that each request has. */
export function logEntries(lines: readonly string[]) {
  return lines.map((line) => entry.parse(JSON.parse(line))).filter(({ msg }) => msg !== "request");
}
