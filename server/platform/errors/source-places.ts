import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

const payload = z.object({ sources: z.array(z.string()), names: z.array(z.string()), mappings: z.string() });
const original = z.object({ originalSource: z.string(), originalLine: z.number(), originalColumn: z.number() });

/**
 * The stack of an error with its places in the sources, where the built file has a map beside it. Maps are read with the first
 * error: `--enable-source-maps` keeps those of all packages in memory.
 */
export function withSources(stack: string, folder = new URL(".", import.meta.url).href): string {
  return stack.replace(place, (whole, file: string, line: string, column: string) => {
    if (!file.startsWith(folder)) return whole;
    const { data } = original.safeParse(mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1));
    if (!data) return whole;
    return `${new URL(data.originalSource, file).href}:${data.originalLine + 1}:${data.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(fileURLToPath(`${file}.map`)));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    const read = payload.parse(JSON.parse(readFileSync(file, "utf8")));
    return new SourceMap({ ...read, file: "", version: 3, sourcesContent: [], sourceRoot: "" });
  } catch {
    return undefined; // a stack as Node has it is better than none
  }
}

/** Why the program cannot start (or continue); the message is one sentence for the person who started it. */
export class StartError extends Error {
  override name = "StartError";
}

export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? withSources(error.stack ?? error.message) : String(error);
}
