import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";

export const wholeNumber = z
  .string()
  .regex(/^\d+$/u)
  .transform((digits) => Number(digits));

export function rowsOf<Row>(file: string, row: z.ZodType<Row>): Row[] {
  const text = readFileSync(path.join(projectRoot, "db/seed", file), "utf8");
  return z.array(row).parse(parse(text, { columns: true }));
}
