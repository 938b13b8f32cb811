import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const location = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

const payload = z.object({ sources: z.array(z.string()), names: z.array(z.string()), mappings: z.string() });
const original = z.object({ originalSource: z.string(), originalLine: z.number(), originalColumn: z.number() });

/**
 * Maps the locations in a stack to the sources. Maps are read at the first error, because `--enable-source-maps` would keep
 * those of all packages in memory.
 */
export function withSources(stack: string, folder = new URL(".", import.meta.url).href): string {
  return stack.replace(location, (whole, file: string, line: string, column: string) => {
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
    const map = payload.parse(JSON.parse(readFileSync(file, "utf8")));
    return new SourceMap({ ...map, file: "", version: 3, sourcesContent: [], sourceRoot: "" });
  } catch {
    return undefined; // an unmapped stack is better than none
  }
}

/** Thrown when the program cannot start or continue; the message is a sentence for the operator. */
export class StartError extends Error {
  override name = "StartError";
}

export function describeError(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? withSources(error.stack ?? error.message) : String(error);
}
