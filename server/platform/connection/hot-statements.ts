import { CompiledQuery } from "kysely";

const names = new Map<string, string>();

/**
 * Makes a statement that every busy minute runs, from a text that never varies. A connection parses and plans it once
 * and then knows it by a name (decision 009). Call it where a module is loaded.
 */
export function hotStatement<Row = unknown>(text: string): (parameters: readonly unknown[]) => CompiledQuery<Row> {
  if (!names.has(text)) names.set(text, `hot_${names.size + 1}`);
  return (parameters) => CompiledQuery.raw(text, [...parameters]);
}

/** The name of a hot statement; undefined for every other. */
export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}
