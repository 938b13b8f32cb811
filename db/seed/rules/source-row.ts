import { parse } from "csv-parse/sync";
import * as z from "zod";

const list = z.string().transform((cell) => cell.split("|").filter((part) => part !== ""));

const sourceRow = z.object({
  /** GPO… from the Catalog of U.S. Government Publications, LV… from LibriVox, PG… from Project Gutenberg. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  topic: z.string(),
  headings: list,
  audience: z.string(),
  authors: list,
  publisher: z.string(),
  year: z.string(),
  language: z.string(),
  extent: z.string(),
});
/** One row of demonstration-catalog.csv. */
export type SourceRow = z.output<typeof sourceRow>;

const header = "source_id,title,description,category,topic,tags,audience,authors,publisher,year,language,extent";

export function readSourceRows(text: string): SourceRow[] {
  const columns = (names: string[]) => {
    if (names.join() !== header)
      throw new Error(`The demonstration catalog's columns are ${names.join()}, not ${header}.`);
    return Object.keys(sourceRow.shape);
  };
  return z.array(sourceRow).parse(parse(text.normalize("NFC"), { bom: true, columns }));
}

/** LibriVox recordings describe themselves differently from printed and filmed works. */
export function isLibrivox(row: SourceRow): boolean {
  return row.id.startsWith("LV");
}

export function isGutenberg(row: SourceRow): boolean {
  return row.id.startsWith("PG");
}
