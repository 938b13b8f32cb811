import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as z from "zod";

const { resolve } = createRequire(import.meta.url);
const words = z.array(z.coerce.string());

/** The words in a package's file of JSON. Its modules would keep every list they have in memory, for good. */
export async function wordList(file: string): Promise<string[]> {
  return words.parse(JSON.parse(await readFile(resolve(file), "utf8")));
}
