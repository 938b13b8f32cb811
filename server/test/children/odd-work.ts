import { writeFileSync } from "node:fs";
import * as z from "zod";

const task = z.object({
  bytes: z.instanceof(Uint8Array),
  how: z.enum(["echo", "hang", "fill", "crash", "throw"]),
  /** A file to write at the start. */
  mark: z.optional(z.string()),
});

/** Works as each kind of bad reader would. */
export async function run(input: unknown): Promise<string> {
  const { bytes, how, mark } = task.parse(input);
  if (mark !== undefined) writeFileSync(mark, "");
  const pieces = [];
  while (how === "hang");
  while (how === "fill") pieces.push(Array.from({ length: 1_000_000 }, () => pieces.length));
  if (how === "crash") process.exit(1);
  if (how === "throw") throw new TypeError(`Unexpected ${Buffer.from(bytes).toString()}`);
  return Buffer.from(bytes).toString();
}
