import { parse } from "csv-parse/sync";

/** One row of demonstration-catalog.csv. */
export type SourceRow = {
  /** GPO… from the Catalog of U.S. Government Publications, LV… from LibriVox. */
  id: string;
  title: string;
  description: string;
  category: string;
  topic: string;
  headings: string[];
  audience: string;
  authors: string[];
  publisher: string;
  year: string;
  language: string;
  extent: string;
};

const header = "source_id,title,description,category,topic,tags,audience,authors,publisher,year,language,extent";

/** Parses demonstration-catalog.csv. */
export function readSourceRows(text: string): SourceRow[] {
  const [columns = [], ...lines] = parse(text, { bom: true });
  if (columns.join() !== header)
    throw new Error(`The demonstration catalog's columns are ${columns.join()}, not ${header}.`);
  return lines.map((line) => {
    const [id, title, description, category, topic, tags, audience, authors, publisher, year, language, extent] =
      line.map((cell) => cell.normalize("NFC"));
    return {
      id: id ?? "",
      title: title ?? "",
      description: description ?? "",
      category: category ?? "",
      topic: topic ?? "",
      headings: listed(tags),
      audience: audience ?? "",
      authors: listed(authors),
      publisher: publisher ?? "",
      year: year ?? "",
      language: language ?? "",
      extent: extent ?? "",
    };
  });
}

/** LibriVox recordings describe themselves differently from printed and filmed works. */
export function isLibrivox(row: SourceRow): boolean {
  return row.id.startsWith("LV");
}

function listed(cell = ""): string[] {
  return cell.split("|").filter((part) => part !== "");
}
