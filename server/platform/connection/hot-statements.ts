import { CompiledQuery } from "kysely";

const names = new Map<string, string>();

/**
 * Makes a hot statement from a constant text. A connection parses and plans it once and then knows it by name (decision
 * 009). Call it at module load.
 */
export function hotStatement<Row = unknown>(text: string): (parameters: readonly unknown[]) => CompiledQuery<Row> {
  if (!names.has(text)) names.set(text, `hot_${names.size + 1}`);
  return (parameters) => CompiledQuery.raw(text, [...parameters]);
}

const unread = new Set<string>();

/**
 * Makes a hot statement whose result nobody reads. In a transaction it is sent without waiting for the answer; its failure
 * fails the statement after it, at the latest the commit (decision 003).
 */
export function hotWrite(text: string): (parameters: readonly unknown[]) => CompiledQuery {
  unread.add(text);
  return hotStatement(text);
}

export function isUnread(text: string): boolean {
  return unread.has(text);
}

export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}
