import { createReadStream } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import type { ImportDetail } from "#contract/imports.ts";
import { withLibrary } from "./bench-library.ts";
import { sizeOf } from "./downloads.ts";
import { tableOfSteps } from "./table-of-steps.ts";
import { recombinedTitles } from "./titles.ts";

const rowsMade = 65_000;

/** Imports files (CSV, .gz too, and MARC), each into an empty library, and exports the collection. */
export async function measureImports(files: readonly string[]): Promise<string> {
  if (files.length === 0) return measureOf("generated.csv", madeFile());
  const tables: string[] = [];
  for (const file of files)
    tables.push(await measureOf(path.basename(file).replace(/\.gz$/, ""), await contentOf(file)));
  return tables.join("\n\n");
}

/** Behaves like an administrator's browser, with the same pause between polls. */
function measureOf(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  return withLibrary({}, (bench) => {
    const { clerk } = bench;
    let current: ImportDetail;
    const tell = async (call: string, body: object) => {
      current = (await clerk.tell<{ data: ImportDetail }>(`Import/${call}`, body)).data;
    };
    const until = async (states: readonly ImportDetail["state"][]) => {
      while (!states.includes(current.state)) {
        if (["failed", "cancelled"].includes(current.state)) throw new Error(`${current.state}: ${current.message}`);
        await pause(250);
        current = await clerk.ask(`Import/GetImport/${current.importId}`);
      }
      return `${current.rowsTotal} rows, ${current.counts.added} added`;
    };
    return tableOfSteps(bench, [
      [
        `${name}: upload`,
        async () => {
          const form = new FormData();
          form.append("uploadFile", new File([content], name));
          await tell("UploadFile", form);
          return `${(content.length / 1e6).toFixed(1)} MB`;
        },
      ],
      [
        "check",
        async () => {
          const own = new Set(["authors", "publisher", "language", "url"]); // into the description if it is empty
          const hasDescription = current.columns.some(({ field }) => field === "description");
          await tell(`MatchColumns/${current.importId}`, {
            fields: current.columns.map(({ name: column, field }) =>
              !hasDescription && own.has(column) ? "description" : field,
            ),
            defaults: { categoryId: 1, subjectId: 1, gradeId: 63, description: "No description.", copies: 1 },
            unknown: "default",
          });
          return until(["checked"]);
        },
      ],
      [
        "save",
        async () => {
          await tell(`SaveRows/${current.importId}`, { rows: current.counts.faulty > 0 ? "good" : "all" });
          return until(["saved", "checked"]);
        },
      ],
      ["export", () => sizeOf(clerk, "Import/ExportCollection")],
      [
        "undo",
        async () => {
          await tell(`Undo/${current.importId}`, {});
          await until(["undone"]);
          return `${current.undone?.removed ?? 0} titles removed`;
        },
      ],
    ]);
  });
}

async function contentOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = createReadStream(file);
  return new Uint8Array(await buffer(file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream));
}

/** A list made of the demonstration catalog's words; deterministic. */
function madeFile(): Uint8Array<ArrayBuffer> {
  const titles = recombinedTitles(rowsMade).map(({ title, description, tags, categoryId, copies }) => [
    title,
    description,
    ["Book", "Video", "Audio"][categoryId - 1],
    tags,
    copies,
  ]);
  return new Uint8Array(Buffer.from(stringify([["Title", "Description", "Category", "Tags", "Copies"], ...titles])));
}
