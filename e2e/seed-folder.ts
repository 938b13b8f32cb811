import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { seededFolder, startIn } from "./library.ts";

// oxlint-disable-next-line import/no-default-export -- Playwright calls a global setup by its default export
export default seedFolder;

/** Makes one data folder with the demonstration in it, once for the whole run; every library begins with a copy. */
async function seedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "library-seeded-"));
  const library = await startIn(folder);
  await library.stop();
  process.env[seededFolder] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
