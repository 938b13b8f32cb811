import fs from "node:fs";
import path from "node:path";
import {
  checkArchive,
  inspectTarget,
  objectionTo,
  objectionToVersion,
  restore,
  type Target,
} from "./platform/backup/restore.ts";
import type { Manifest } from "./platform/backup/archive.ts";
import { describeManifest } from "./platform/backup/nightly-backup.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { tryRestore } from "./platform/backup/try-restore.ts";
import { argumentsOf, print, runCommand } from "./platform/environment/command-arguments.ts";
import { openStorage, requireLibrary } from "./platform/connection/open-storage.ts";
import type { ConnectionSettings } from "./platform/connection/connection-settings.ts";
import { keyIdsOfSecrets } from "./people/public.ts";
import { releaseMail } from "./platform/mail/outbox.queries.ts";
import { openDatabase } from "./platform/database.ts";
import { storedFilesOf } from "./stored-files.ts";
import { StartError } from "./platform/errors/source-places.ts";

const usage =
  "Usage: npm run restore -- FILE [--dry-run] [--over], then npm run restore -- --send to let it send emails again; " +
  "or npm run restore -- [FILE] --try to restore the file, or the newest in BACKUP_DIR, as a test";

async function main(args: string[]) {
  const { values, file } = optionsOf(args);
  const configuration = readConfiguration(process.env);
  if (values.send) return send(configuration);
  if (values.try) {
    const tried = await tryRestore(configuration, file);
    return print(
      `${tried.file} was restored as a test: made ${tried.manifest.at}, ${describeManifest(tried.manifest)}.`,
    );
  }
  if (file === undefined) throw new StartError(usage);
  print(`Reading all of ${file} ...`);
  const manifest = await checkArchive(file, configuration.backup.passphrase);
  print(`The backup is complete: made ${manifest.at} by version ${manifest.product}, ${describeManifest(manifest)}.`);
  const objection = objectionToVersion(manifest);
  if (objection !== undefined) throw new StartError(objection);
  if (values["dry-run"] && isNew(configuration))
    return print(`It would go into the new folder ${configuration.dataFolder}.`);

  const { owner, stop } = await openStorage(configuration);
  try {
    const target = await inspectTarget(owner);
    const obstacle = objectionTo(target, values.over);
    if (obstacle !== undefined) throw new StartError(obstacle);
    print(planOf(target, configuration, values["dry-run"]));
    if (values["dry-run"]) return;
    await restore(
      { owner, storedFiles: storedFilesOf(configuration), passphrase: configuration.backup.passphrase },
      file,
      manifest,
    );
    print(done(manifest));
    const note = await keyNote(owner, configuration);
    if (note !== undefined) print(note);
  } finally {
    await stop();
  }
}

function optionsOf(args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = argumentsOf(args, { "dry-run": flag, over: flag, send: flag, try: flag }, usage);
  const [file, ...more] = positionals;
  const { send, try: isTest, "dry-run": isDry, over } = values;
  const isComplete = send ? file === undefined : isTest || file !== undefined;
  if (more.length > 0 || !isComplete || (isTest && send) || ((isTest || send) && (isDry || over)))
    throw new StartError(usage);
  return { values, file };
}

// A dry run must not create the folder.
const isNew = ({ databaseUrl, dataFolder }: Configuration) =>
  databaseUrl === undefined && !fs.existsSync(path.join(dataFolder, "postgres"));

function planOf(target: Target, configuration: Configuration, isDryRun: boolean): string {
  const { databaseUrl, dataFolder, pictureStore } = configuration;
  const database = databaseUrl === undefined ? `the folder ${dataFolder}` : "the database of DATABASE_URL";
  const files = pictureStore === undefined ? "" : `, and the files into the bucket ${pictureStore.bucket}`;
  const { accounts, titles, orders } = target;
  const consequence = target.isEmpty
    ? "which is empty"
    : `replacing its ${accounts} accounts, ${titles} titles, and ${orders} orders`;
  return `It ${isDryRun ? "would go" : "goes"} into ${database}, ${consequence}${files}.`;
}

const done = ({ at }: Manifest) =>
  `Restored to ${at}. Everyone has to log in again. Emails are on hold until you release them at admin/mail or with npm run restore -- --send.`;

/** Says what doesn't work if the backup was made with a secret key that isn't here. */
async function keyNote(owner: ConnectionSettings, { secretKey }: Configuration): Promise<string | undefined> {
  const db = openDatabase({ connection: owner, poolSize: 1 });
  try {
    const needed = await keyIdsOfSecrets(db);
    const own = (await secretKey.lines()) === undefined ? [] : (await secretKey.keys(new Date())).all;
    if (needed.every((keyId) => own.some((key) => key.keyId === keyId))) return undefined;
    return (
      "The secret key that the backup was made with is not on this machine, so codes from authenticator apps don't work. " +
      `If you have a copy of the key, put it into ${secretKey.file ?? "SECRET_KEY"} before you start the library. ` +
      "Otherwise log in with recovery codes, or turn off two-step verification with npm run admin -- reset-two-step NAME."
    );
  } finally {
    await db.destroy();
  }
}

async function send(configuration: Configuration): Promise<void> {
  requireLibrary(configuration);
  const { connection, stop } = await openStorage(configuration);
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    const mailCount = await releaseMail(db);
    print(
      mailCount === undefined ? "No emails were on hold." : `The library sends emails again; ${mailCount} are waiting.`,
    );
  } finally {
    await db.destroy();
    await stop();
  }
}

runCommand(main);
