// Makes or restores a backup and hangs halfway through the files until a test kills it.
import { storedFilesOf } from "#server/stored-files.ts";
import { backUp } from "#server/platform/backup/back-up.ts";
import { checkArchive, restore } from "#server/platform/backup/restore.ts";

const { CONNECTION = "{}", ARCHIVE = "", DATA_DIR = "", WHAT } = process.env;
process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

const storedFiles = storedFilesOf({ dataFolder: DATA_DIR, pictureStore: undefined });
const files = storedFiles.media.store;
let calls = 0;
const inTheMiddle = async () => {
  calls += 1;
  if (calls < 5) return;
  process.stdout.write("in the middle\n");
  await new Promise(() => {});
};
storedFiles.media.store = {
  ...files,
  read: async (name) => inTheMiddle().then(() => files.read(name)),
  write: async (batch) => inTheMiddle().then(() => files.write(batch)),
};

const connection = JSON.parse(CONNECTION);
const passphrase = undefined;
if (WHAT === "backup") await backUp({ connection, storedFiles, passphrase }, ARCHIVE);
else await restore({ owner: connection, storedFiles, passphrase }, ARCHIVE, await checkArchive(ARCHIVE, passphrase));
