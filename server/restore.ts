import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkArchive } from "./platform/backup/check-archive.ts";
import type { Manifest } from "./platform/backup/archive.ts";
import { inWords } from "./platform/backup/in-words.ts";
import { lookAtTarget, objectionTo, objectionToVersion, restore, type Target } from "./platform/backup/restore.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { releaseMail } from "./platform/mail/hold.queries.ts";
import { openDatabase } from "./platform/database.ts";
import { momentInWords, momentOf } from "./platform/point-in-time/moment.rules.ts";
import { planRestore, restoreToMoment } from "./platform/point-in-time/restore-to-moment.ts";
import { describeError, StartError } from "./platform/errors/start-error.ts";
import { storedFilesOf } from "./stored-files.ts";

/** Puts a backup into an empty library, and says first what it does. */
const usage =
  "Usage: npm run restore -- FILE [--dry-run] [--over], npm run restore -- --at TIME [--dry-run], " +
  "or npm run restore -- --send once it may send emails again";

async function main(args: string[]) {
  const { values, file } = optionsOf(args);
  const configuration = readConfiguration(process.env);
  if (values.send) return send(configuration);
  if (values.at !== undefined) return toMoment(values.at, configuration, values["dry-run"]);
  if (file === undefined) throw new StartError(usage);
  say(`Reading all of ${file} ...`);
  const manifest = await checkArchive(file, configuration.backup.passphrase);
  say(`It is whole: of ${manifest.at}, by version ${manifest.product}, ${inWords(manifest)}.`);
  const objection = objectionToVersion(manifest);
  if (objection !== undefined) throw new StartError(objection);
  if (values["dry-run"] && isNew(configuration))
    return say(`It would go into the new folder ${configuration.dataFolder}.`);

  const { owner, stop } = await openStorage(configuration);
  try {
    const target = await lookAtTarget(owner);
    const obstacle = objectionTo(target, values.over);
    if (obstacle !== undefined) throw new StartError(obstacle);
    say(planOf(target, configuration, values["dry-run"]));
    if (values["dry-run"]) return;
    await restore(
      { owner, storedFiles: storedFilesOf(configuration), passphrase: configuration.backup.passphrase },
      file,
      manifest,
    );
    say(done(manifest));
  } finally {
    await stop();
  }
}

function optionsOf(args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  try {
    const options = { "dry-run": flag, over: flag, send: flag, at: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    const ways = [values.send, file !== undefined, values.at !== undefined].filter(Boolean);
    if (more.length > 0 || ways.length !== 1 || (values.over && file === undefined)) throw new StartError(usage);
    return { values, file };
  } catch (error) {
    throw new StartError(usage, { cause: error });
  }
}

/** No folder is made only to say what would happen. */
const isNew = ({ databaseUrl, dataFolder }: Configuration) =>
  databaseUrl === undefined && !fs.existsSync(path.join(dataFolder, "postgres"));

function planOf(target: Target, configuration: Configuration, isDryRun: boolean): string {
  const { databaseUrl, dataFolder, pictureStore } = configuration;
  const database = databaseUrl === undefined ? `the folder ${dataFolder}` : "the database of DATABASE_URL";
  const files = pictureStore === undefined ? "" : `, and the files into the bucket ${pictureStore.bucket}`;
  const { accounts, titles, orders } = target;
  const replaced = target.isEmpty
    ? "which is empty"
    : `in the place of ${accounts} accounts, ${titles} titles, and ${orders} orders, which are deleted`;
  return `It ${isDryRun ? "would go" : "goes"} into ${database}, ${replaced}${files}.`;
}

const done = ({ at }: Manifest) =>
  `Restored: the library is as it was at ${at}. It sends no emails: see admin/mail, or npm run restore -- --send.`;

/** Puts the built-in database of WAL_ARCHIVE, as it was at a moment, into a new data folder. */
async function toMoment(at: string, configuration: Configuration, isDryRun: boolean): Promise<void> {
  const { dataFolder, timeZone, walArchive } = configuration;
  const moment = momentOf(at, timeZone);
  if (!moment) throw new StartError(`--at must be a time of ${timeZone} like "2026-11-27 14:05", not "${at}".`);
  if (!walArchive) throw new StartError("WAL_ARCHIVE must name the folder that the database was archived in.");
  const library = { dataFolder, timeZone, storedFiles: storedFilesOf(configuration) };
  const plan = await planRestore(library, walArchive.folder, moment);
  const inWords = (time: Date) => momentInWords(time, timeZone);
  say(
    `The library ${isDryRun ? "would go" : "goes"} into the folder ${dataFolder} as it was at ${inWords(moment)}, from the copy of ` +
      `${inWords(plan.base.endedAt)} and the log since then. Of the archive: ${plan.covered}.`,
  );
  if (isDryRun) return;
  const missing = await restoreToMoment(library, plan);
  if (missing > 0) process.stderr.write(`Not found: ${missing} stored files that rows name.\n`);
  say(
    `Restored: the library is as it was at ${inWords(moment)}. It sends no emails: see admin/mail, or npm run restore -- --send.`,
  );
}

async function send(configuration: Configuration): Promise<void> {
  if (isNew(configuration)) throw new StartError(`There is no library in ${configuration.dataFolder}.`);
  const { connection, stop } = await openStorage(configuration);
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    const released = await releaseMail(db);
    say(released === undefined ? "Nothing was held." : `The library sends emails again; ${released} wait.`);
  } finally {
    await db.destroy();
    await stop();
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
