import * as z from "zod";

const task = z.object({ bytes: z.instanceof(Uint8Array), how: z.enum(["echo", "hang", "fill", "crash"]) });

/** Reads a file as each kind of bad reader would. */
export async function read(input: unknown): Promise<string> {
  const { bytes, how } = task.parse(input);
  const pieces = [];
  while (how === "hang");
  while (how === "fill") pieces.push(Array.from({ length: 1_000_000 }, () => pieces.length));
  if (how === "crash") process.exit(1);
  return Buffer.from(bytes).toString();
}
