import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { ask } from "#server/test/ask.ts";
import { seededFolder, startIn } from "./library.ts";

// oxlint-disable-next-line import/no-default-export -- Playwright calls a global setup by its default export
export default seedFolder;

/** Makes one data folder with the demonstration for the whole run; every library starts with a copy. */
async function seedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-seeded-"));
  const library = await startIn(folder);
  // journeys don't outlive the run, so nothing has to survive a power failure
  const { owner, stop } = await openStorage({ databaseUrl: undefined, dataFolder: folder });
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await ask(owner, `alter system set ${setting} = off`);
  await stop();
  await library.stop();
  process.env[seededFolder] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
