import { directoryLimits, uploadDirectory } from "#contract/schools/schools.ts";
import type { UploadStream } from "#contract/wire/endpoint.ts";
import { tableOf } from "#server/modules/imports/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type DirectoryRow, isPart, placesOf, readRows } from "./directory-file.rules.ts";
import { countSchools, joinBorrowers, lockDirectory, recordFile, writeSchools } from "./schools.queries.ts";

const shownFaults = 5;
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Takes in the state's directory of schools, whole or not at all. Another file waits until this one is in. */
export async function takeInDirectory(db: Database, actor: Actor, { fileName, content }: UploadStream): Promise<void> {
  const schools = await schoolsOf(content);
  const open = schools.filter(({ isOpen }) => isOpen).length;
  const name = fileName.replaceAll("\0", "").trim().slice(-200) || "unnamed";
  await inTransaction(db, async (tx) => {
    await lockDirectory(tx);
    const before = await countSchools(tx);
    if (isPart(open, before.open))
      throw unusable(
        `This file has ${many(open)} and the directory ${many(before.open)}. It is only a part: nothing was changed.`,
      );
    const done = await writeSchools(tx, schools);
    const after = await countSchools(tx);
    await recordFile(tx, { name, actor, ...after, ...done });
    await joinBorrowers(tx);
    await recordAudit(tx, actor, {
      call: uploadDirectory.call,
      kind: "import",
      subjectId: null,
      label: name,
      before: { "Open schools": before.open, "Closed schools": before.closed },
      after: { "Open schools": after.open, "Closed schools": after.closed, Added: done.added, Changed: done.changed },
    });
  });
}

const many = (schools: number) => `${schools.toLocaleString("en-US")} open ${schools === 1 ? "school" : "schools"}`;

/** Reads to the end even if the file is refused: a sender that is still sending does not receive the answer. */
async function schoolsOf(content: AsyncIterable<Uint8Array>): Promise<DirectoryRow[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece); // as many bytes as the upload may have
  const file = Buffer.concat(pieces);
  if (file.length === 0) throw unusable("The file is empty.");
  if (file.subarray(0, 4).toString("latin1").startsWith("PK"))
    throw unusable(
      "This is a spreadsheet or a compressed file. Upload the directory as the state gives it: as text with tabs.",
    );
  return readDirectory(file);
}

async function readDirectory(file: Uint8Array): Promise<DirectoryRow[]> {
  const rows: { row: number; cells: readonly string[] }[] = [];
  const broken: string[] = [];
  try {
    for await (const some of tableOf(file, "tab"))
      for (const { row, cells, faults } of some) {
        if (faults.length > 0) broken.push(...faults.map(({ message }) => `Row ${row}: ${message}`));
        else rows.push({ row, cells });
        if (rows.length > directoryLimits.rows + 1)
          throw unusable(`The file cannot have more than ${directoryLimits.rows.toLocaleString("en-US")} rows.`);
      }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unusable(error instanceof Error ? error.message : "The file cannot be read.");
  }
  const header = placesOf(rows[0]?.cells ?? []);
  if ("missing" in header)
    throw unusable(
      `The first row must name the columns of the state’s directory, with tabs between them. Missing: ${header.missing.join(", ")}.`,
    );
  const { schools, faults } = readRows(rows.slice(1), header.places);
  const wrong = [...broken, ...faults];
  if (wrong.length > 0) {
    const more = wrong.length > shownFaults ? ` And ${wrong.length - shownFaults} more.` : "";
    throw unusable(`Nothing was changed. ${wrong.slice(0, shownFaults).join(" ")}${more}`);
  }
  if (schools.length === 0) throw unusable("The file has no schools.");
  return schools;
}
