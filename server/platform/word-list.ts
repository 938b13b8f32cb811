import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as z from "zod";

const { resolve } = createRequire(import.meta.url);
const words = z.array(z.coerce.string());

/** Reads a word list from a package's JSON file; importing the package would keep all its lists in memory. */
export async function wordList(file: string): Promise<string[]> {
  return words.parse(JSON.parse(await readFile(resolve(file), "utf8")));
}
