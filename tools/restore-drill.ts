// Makes backups of a library that takes orders, restores them elsewhere and compares; kills both in the middle; damages
// the file. Prints what it saw, and fails when anything is wrong. Needs a build.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { administrator, startIn } from "#e2e/library.ts";
import { callerAt } from "#e2e/steps/api.ts";
import { stock } from "#e2e/steps/as-clerk.ts";
import { recordCheck } from "#server/platform/checks/checks.queries.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { ask } from "#server/test/ask.ts";
import { contentOf, filesOf } from "#server/test/backups/content-of.ts";
import { comeBackTogether, missing, orderOnce, settings } from "./attack/chaos/orders.ts";

const base = await mkdtemp(path.join(os.tmpdir(), "library-drill-"));
const kills = Number(process.argv[2] ?? 5);
const wrong: string[] = [];
const begunAt = new Date();
let compared = 0; // tables, sequences and files
const say = (sentence: string) => console.log(sentence);
const place = (name: string) => path.join(base, name);

/** Runs an operator's command on a data folder. Killed, its code is null. */
function begin(program: "backup" | "restore", folder: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(projectRoot, `dist/server/${program}.js`), ...args], {
    env: { ...process.env, DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (words += String(data)));
  const ended = new Promise<{ code: number | null; words: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, words })),
  );
  return { kill: () => child.kill("SIGKILL"), ended };
}

async function run(...[program, folder, args, env]: Parameters<typeof begin>): Promise<string> {
  const { code, words } = await begin(program, folder, args, env).ended;
  if (code !== 0) wrong.push(`${program} failed: ${words}`);
  return words;
}

/**
 * Everything that a stopped library holds. Left out is what a backup and a restore write themselves, and a file that a kill left aside
 * before it had its name: nobody reads it, and a job deletes it.
 */
async function allOf(folder: string): Promise<Record<string, string>> {
  const server = await openEmbeddedPostgres(path.join(folder, "postgres"));
  try {
    const { mail_hold: _hold, backups: _backups, ...rows } = await contentOf(server.connection);
    delete rows["backups_backup_id_seq"];
    const files = { ...(await filesOf(path.join(folder, "media"))), ...(await filesOf(path.join(folder, "mail"))) };
    const named = Object.entries(files).filter(([name]) => !name.startsWith(".aside-"));
    return { ...rows, ...Object.fromEntries(named) };
  } finally {
    await server.stop();
  }
}

/** The names of what is not the same in both. */
const different = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);

function compare(what: string, one: Record<string, string>, other: Record<string, string>) {
  const names = different(one, other);
  if (names.length > 0) wrong.push(`${what}: ${names.length} differ, as ${names.slice(0, 5).join(", ")}`);
  compared += Object.keys(one).length;
  say(`${what}: ${Object.keys(one).length} tables, sequences and files compared, ${names.length} differ.`);
}

async function underLoad() {
  const folder = place("busy");
  const library = await startIn(folder, { ...settings, SEED: "demo" });
  const orders = new Set<number>();
  let [isOver, refused] = [false, 0];
  try {
    const titles: number[] = [];
    for (const sku of ["DRILLA", "DRILLB", "DRILLC", "DRILLD", "DRILLE", "DRILLF"])
      titles.push((await stock(await asAdmin(library.address), { title: `Drill ${sku}`, sku }, 50)).id);
    const callers = await comeBackTogether(library);
    const working = callers.map(async (caller, number) => {
      while (!isOver) {
        const { id, status } = await orderOnce(caller, titles[number % titles.length] ?? 0);
        if (id !== undefined) orders.add(id);
        else if (status !== 200) refused += 1;
        await pause(250);
      }
    });
    await pause(2000);
    const before = new Set(orders);
    const words = await run("backup", folder, ["--to", place("busy.tar")]);
    const during = orders.size - before.size;
    isOver = true;
    await Promise.all(working);
    say(
      `Under load: ${before.size} orders before the backup, ${during} while it ran, ${refused} failed. ${words.trim()}`,
    );
    if (during === 0) wrong.push("No order was placed while the backup ran.");
    if (refused > 0) wrong.push(`${refused} orders failed.`);
    await restored(before);
  } finally {
    await library.stop();
  }
}

const asAdmin = (address: string) => callerAt(address, { ...administrator, userTypeId: 1 });

/** The library of the backup has all that was acknowledged before it began, works, and sends nothing. */
async function restored(orders: ReadonlySet<number>) {
  await run("restore", place("from busy"), [place("busy.tar")]);
  const mails = async () => Object.keys(await filesOf(path.join(place("from busy"), "mail"))).length;
  const before = await mails();
  const library = await startIn(place("from busy"), settings);
  try {
    const clerk = await asAdmin(library.address);
    const lost = await missing(clerk, orders);
    if (lost > 0) wrong.push(`${lost} orders are not in the backup.`);
    await pause(3000);
    const after = await mails();
    if (after !== before) wrong.push(`A restored library sent ${after - before} emails.`);
    say(`Restored elsewhere: ${lost} of ${orders.size} orders missing; it runs, and sent no email in 3 s.`);
  } finally {
    await library.stop();
  }
}

async function atRest(folder: string, file: string) {
  await run("backup", folder, ["--to", file]);
  await run("restore", place("from rest"), [file]);
  compare("At rest, restored elsewhere", await allOf(folder), await allOf(place("from rest")));
  const env = { BACKUP_PASSPHRASE: "a long passphrase 🔑" };
  await run("backup", folder, ["--to", `${file}.age`], env);
  await run("restore", place("from secret"), [`${file}.age`], env);
  compare("Encrypted", await allOf(folder), await allOf(place("from secret")));
}

async function killed(folder: string, file: string) {
  const whole = await allOf(folder);
  const target = place("from rest");
  for (let round = 0; round < kills; round += 1) {
    const [name, moment] = [place(`killed${round}.tar`), 300 + Math.random() * 1200];
    const backup = begin("backup", folder, ["--to", name]);
    await pause(moment);
    backup.kill();
    const { code } = await backup.ended;
    const isThere = await access(name).then(
      () => true,
      () => false,
    );
    if (isThere && (await begin("restore", target, [name, "--dry-run", "--over"]).ended).code !== 0)
      wrong.push("A killed backup left half a file with its name.");
    const server = await openEmbeddedPostgres(path.join(target, "postgres"));
    await ask(server.connection, `insert into news (title, content) values ('Round ${round}', 'of later')`);
    await server.stop();
    const before = await allOf(target);
    const restore = begin("restore", target, [file, "--over"]);
    await pause(moment * 2);
    restore.kill();
    await restore.ended;
    const after = await allOf(target);
    const left = [before, whole].map((expected) => different(expected, after));
    const [isBefore, isWhole] = left.map(({ length }) => length === 0);
    if (!isBefore && !isWhole)
      wrong.push(
        `A restore that was killed after ${Math.round(moment * 2)} ms left something else: from before it differs in ` +
          `${left[0]?.slice(0, 5).join(", ")}; from the backup in ${left[1]?.slice(0, 5).join(", ")}.`,
      );
    say(
      `Killed after ${Math.round(moment)} ms: the backup ${code === 0 ? "was done" : "left nothing"}; ` +
        `the restore left ${isBefore ? "what was there before" : isWhole ? "all of the backup" : "something else"}.`,
    );
  }
}

async function damaged(file: string) {
  const [plain, secret] = [await readFile(file), await readFile(`${file}.age`)];
  const env = { BACKUP_PASSPHRASE: "a long passphrase 🔑" };
  const flipped = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  const middle = plain.indexOf("RIFF", plain.length / 2) + 100; // within a picture
  const cases: [string, Buffer, Record<string, string>][] = [
    ["one bit of a table", flipped(plain, 700), {}],
    ["one bit of a picture", flipped(plain, middle), {}],
    ["cut in the middle", plain.subarray(0, plain.length / 2), {}],
    ["without its last bytes", plain.subarray(0, plain.length - 3000), {}],
    ["one bit, encrypted", flipped(secret, secret.length / 2), env],
    ["cut, encrypted", secret.subarray(0, secret.length - 50), env],
    ["a wrong passphrase", secret, { BACKUP_PASSPHRASE: "another passphrase" }],
  ];
  for (const [what, bytes, given] of cases) {
    await writeFile(place("damaged.tar"), bytes);
    const { code, words } = await begin("restore", place("never made"), [place("damaged.tar")], given).ended;
    if (code === 0) wrong.push(`A backup with ${what} was restored.`);
    say(`Refused, ${what}: ${words.trim().split("\n").at(-1)}`);
  }
  if (
    await access(place("never made")).then(
      () => true,
      () => false,
    )
  )
    wrong.push("A refused restore made a folder.");
}

/** In the library of the settings, if there is one: for its page System. */
async function keepResult() {
  const configuration = readConfiguration(process.env);
  const { databaseUrl, dataFolder } = configuration;
  if (databaseUrl === undefined && !existsSync(path.join(dataFolder, "postgres")))
    return say("There is no library of these settings that could keep the result.");
  const { connection, stop } = await openStorage(configuration);
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    const found = wrong.map((sentence) => ({ sentence }));
    await recordCheck(db, { kind: "drill", begunAt, endedAt: new Date(), lookedAt: compared, wrong: found });
    say("The library shows this result at admin/system.");
  } finally {
    await db.destroy();
    await stop();
  }
}

try {
  await underLoad();
  await atRest(place("busy"), place("rest.tar"));
  await damaged(place("rest.tar"));
  await killed(place("busy"), place("rest.tar"));
} finally {
  await rm(base, { recursive: true, force: true });
}
for (const sentence of wrong) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? "The drill found nothing wrong." : `The drill found ${wrong.length} things wrong.`);
await keepResult();
process.exitCode = wrong.length === 0 ? 0 : 1;
