import path from "node:path";
import type { DirectoryFile } from "./read-directory.ts";
import * as z from "zod";
import {
  countSchools,
  type DirectoryRow,
  matchBorrowers,
  lockDirectory,
  recordFile,
  writeSchools,
} from "./schools.queries.ts";
import { suggestedSchool, uploadDirectory } from "#contract/people/schools.ts";
import type { UploadStream } from "#contract/wire/endpoint.ts";
import { readInOwnProcess } from "#server/platform/workers/worker.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/**
 * Replaces the state's directory of schools, completely or not at all. One upload waits for another. Returns what the
 * reader says about the file.
 */
export async function replaceDirectory(db: Database, actor: Actor, upload: UploadStream): Promise<string[]> {
  const { fileName, content, signal } = upload;
  const { schools, notes } = await directoryIn(content);
  const open = schools.filter(({ isOpen }) => isOpen).length;
  const name = fileName.replaceAll("\0", "").trim().slice(-200) || "unnamed";
  await inTransaction(db, async (tx) => {
    await lockDirectory(tx);
    const before = await countSchools(tx);
    if (isIncomplete(open, before.open))
      throw unusable(
        `Nothing was changed. This file has ${inWords(open)} and the directory has ${inWords(before.open)}, so the file looks incomplete. Upload the whole directory.`,
      );
    const diff = await writeSchools(tx, schools);
    const after = await countSchools(tx);
    await recordFile(tx, { name, actor, ...diff });
    await matchBorrowers(tx);
    await recordActivity(tx, actor, {
      call: uploadDirectory.call,
      kind: "import",
      subjectId: null,
      label: name,
      before: { "Open schools": before.open, "Closed schools": before.closed },
      after: { "Open schools": after.open, "Closed schools": after.closed, Added: diff.added, Changed: diff.changed },
    });
    signal.throwIfAborted();
  });
  return notes;
}

const inWords = (schools: number) => `${schools.toLocaleString("en-US")} open ${schools === 1 ? "school" : "schools"}`;

const module = path.join(import.meta.dirname, "read-directory");
const maxSeconds = 60; // the largest allowed file takes about three

/** Reads to the end even if the file is refused, because a sender that is still sending misses the response. */
async function directoryIn(content: AsyncIterable<Uint8Array>): Promise<DirectoryFile> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return readInOwnProcess({ module, input: { bytes: Buffer.concat(pieces) }, result: directoryFile, maxSeconds });
}

const row: z.ZodType<DirectoryRow> = z.object({
  ...suggestedSchool.shape,
  cdsCode: z.string(),
  isOpen: z.boolean(),
});

const directoryFile: z.ZodType<DirectoryFile> = z.object({ schools: z.array(row), notes: z.array(z.string()) });

/** A file that would close more than half of a directory is probably incomplete. */
function isIncomplete(open: number, before: number): boolean {
  return before >= 100 && open * 2 < before;
}
