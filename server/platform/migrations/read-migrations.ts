import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "../project-root.ts";
import { StartError } from "../errors/start-error.ts";

/** How a file is applied: whole in a transaction, as an index that is built beside the work, or in many small steps. */
type Way =
  | { way: "whole" }
  | { way: "index"; /** The index to make; undefined for one that goes. */ makes: string | undefined }
  | { way: "batches" };

export type Migration = {
  number: number;
  name: string;
  checksum: string;
  sql: string;
  /** The migration that a version must know to work with the database after this one; 0: any. */
  needs: number;
} & Way;

export const migrationsFolder = path.join(projectRoot, "db/migrations");

/** All migrations, in their order. Throws StartError where a file is not named or written like one. */
export function readMigrations(folder: string): Migration[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  return names.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) throw new StartError(`The migration ${name} is not named like 0001-what-it-does.sql.`);
    if (number !== index + 1) {
      const kind = number <= index ? "has a number that is taken" : `leaves a gap: number ${index + 1} is missing`;
      throw new StartError(`The migration ${name} ${kind}.`);
    }
    // Git may have changed the line endings on Windows.
    const sql = fs.readFileSync(path.join(folder, name), "utf8").replaceAll("\r\n", "\n");
    const needs = Number(/^-- needs (\d{4})\b/m.exec(sql)?.[1] ?? 0);
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { number, name, checksum, sql, needs, ...wayOf(name, sql) };
  });
}

function wayOf(name: string, sql: string): Way {
  const statement = sql.replaceAll(/--.*$/gm, "").trim();
  const isOne = !/;\s*\S/.test(statement);
  if (/^-- in batches\b/.test(sql)) {
    if (!isOne || !statement.includes("$1") || !statement.includes("$2"))
      throw new StartError(`The migration ${name} must be one statement with $1, where it goes on, and $2, how many.`);
    return { way: "batches" };
  }
  if (!/\bindex\s+concurrently\b/i.test(statement)) return { way: "whole" };
  const made = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\b)(\w+)\s/i.exec(statement)?.[1];
  if (!isOne || (made === undefined && !/^drop\s+index\s+concurrently\s+if\s+exists\s/i.test(statement)))
    throw new StartError(
      `The migration ${name} must be only "create index concurrently NAME ..." or "drop index concurrently if exists NAME".`,
    );
  return { way: "index", makes: made };
}
