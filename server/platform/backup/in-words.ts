import { type Manifest, rowsIn } from "./archive.ts";

/** A size as people say it. */
export function sizeInWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}

/** What a backup holds. */
export function inWords(manifest: Manifest): string {
  const { tables, files, migrations } = manifest;
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const some = (count: number, what: string) => `${count.toLocaleString("en-US")} ${what}`;
  const main = [
    some(rowsOf("accounts"), "accounts"),
    some(rowsOf("items"), "titles"),
    some(rowsOf("orders"), "orders"),
  ];
  const all = [`${some(tables.length, "tables")} with ${some(rowsIn(manifest), "rows")} (${main.join(", ")})`];
  const stored = [some(files.media, "pictures and documents"), some(files.mail, "mails in files")];
  return `${[...all, ...stored].join(", ")}; migration ${migrations.at(-1)?.name}`;
}
