import { once } from "node:events";
import type { Server } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { seedAddress } from "#db/seed/seed-address.ts";
import { seedDemonstrationLibrary } from "#db/seed/seed-demonstration-library.ts";
import { buildApp } from "./app.ts";
import { serverWhileStarting } from "./http/door/answer-while-starting.ts";
import type { Beginning } from "./http/health.ts";
import { everyAnswer } from "./http/security.ts";
import { libraryJobs } from "./jobs.ts";
import { followSettings } from "./admin/public.ts";
import { ensureFirstAdmin } from "./people/public.ts";
import { keepPicture } from "./site/public.ts";
import { keepAssets } from "./http/files/kept-assets.ts";
import { loadRenderer } from "./http/pages/load-renderer.ts";
import { systemClock } from "./platform/clock.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { errorCode } from "./platform/errors/error-code.ts";
import { startJobs } from "./platform/jobs/run-jobs.ts";
import { createLog, logOptions } from "./platform/log.ts";
import { keepChecking, keepWarnings, setupChecks } from "./platform/setup/setup-checks.ts";
import { migrate } from "./platform/migrate.ts";
import { databaseProbe } from "./platform/connection/database-probe.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import type { ConnectionSettings } from "./platform/connection/connection-pool.ts";
import { type DatabaseWatch, watchDatabase } from "./platform/connection/watch-database.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { projectRoot } from "./platform/project-root.ts";
import { limitConnections } from "./http/door/end-connection.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";
import { keepTimeZone } from "./platform/checks/checks.queries.ts";

// ms: a database that hangs makes every request fail within ten seconds, and those after the first ones at once, however long
// they may wait for one that cannot be reached; no more than this line do at once
const forRequests = { wait: 2000, line: 100 };
const impatience = 1000; // ms; npm and a terminal send one Ctrl-C twice

// V8 lets what lives long grow fourfold before it looks for what can go, which made 150 MB of 45 on a machine with room;
// this is read at each look, and cost no measurable time (decision 003).
setFlagsFromString("--heap-growing-percent=30");

const closers: (() => Promise<unknown>)[] = [];
let stoppingSince: number | undefined;
/** How a request to end is met: at once until there is something to end. */
let ending = { leave: () => {}, delay: 0, limit: 8 }; // seconds

async function start() {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.logLevel);
  let beginning: Beginning = "starting";
  const doorkeeper = serverWhileStarting(() => beginning, everyAnswer(configuration.publicUrl));
  const closeDoorkeeper = await openFirst(doorkeeper, configuration);
  closers.push(closeDoorkeeper);
  const began = performance.now();
  const {
    connection,
    owner,
    stop: stopStorage,
  } = await openStorage(configuration, {
    onEvent: ({ level, message }) => {
      log[level](message);
      if (level === "error") void stop(1); // a supervisor restarts the process
    },
  });
  closers.push(stopStorage);
  beginning = "migrating";
  const applied = await migrate(owner, { onEvent: (event) => log.info(event) });
  beginning = "starting";
  if (applied.length > 0) {
    log.debug({ applied }, "database brought up to date");
    say(`The database is ready after ${((performance.now() - began) / 1000).toFixed(1)} seconds.`);
  }

  const warnings = keepWarnings(log);
  const watch = watchDatabase(log, configuration.slowStatementMs);
  const { db, jobsDb, probe } = openDatabases(connection, configuration, watch);
  const admin = await prepareData(jobsDb, configuration);
  closers.push(keepChecking(setupChecks(configuration, jobsDb), warnings));

  const webFolder = path.join(projectRoot, "dist/web");
  await keepAssets(jobsDb, webFolder);
  const app = await buildApp({
    db,
    databaseAnswers: probe.answers,
    clock: systemClock,
    configuration,
    webFolder,
    renderer: await loadRenderer(path.join(projectRoot, "dist/render")),
    logger: logOptions(configuration.logLevel),
    warnings,
    jobsDb,
    databaseFacts: watch.facts,
  });
  closers.push(() => app.close());
  closers.push(
    startJobs({
      db: jobsDb,
      log,
      jobs: libraryJobs({
        db: jobsDb,
        connection,
        clock: systemClock,
        configuration,
        log,
      }),
    }),
  );
  await closeDoorkeeper();
  limitConnections(app.server);
  const { host, port } = configuration;
  app.log.level = "warn"; // the address is said below
  await app.listen({ host, port }).catch((error: unknown) => {
    throw refusedPlace(error, configuration);
  });
  app.log.level = configuration.logLevel;
  ending = { leave: () => app.leave(), ...configuration.shutdown };
  const address = port === 0 ? app.listeningOrigin : configuration.publicUrl;
  say(`\nThe lending library is at ${address}`);
  if (admin) say(introductionOf(admin));
  process.send?.("serving");
}

/** Prints a line for the person who starts the library by hand; the log is JSON. */
function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** The database for requests, for jobs, and for who asks whether it answers; all are closed at the end. */
function openDatabases(connection: ConnectionSettings, configuration: Configuration, watch: DatabaseWatch) {
  const { databaseConnections: poolSize, databaseStatementLimit, databaseWait } = configuration;
  const limits = { patience: databaseWait * 1000, statementLimit: databaseStatementLimit * 1000 };
  const db = openDatabase({ connection, watch, poolSize, ...limits, ...forRequests });
  closers.push(() => db.destroy());
  const jobsDb = openDatabase({ connection, watch, poolSize: 5 }); // a crowd at the door does not keep it from its work
  closers.push(() => jobsDb.destroy());
  const probe = databaseProbe(connection);
  closers.push(probe.end);
  return { db, jobsDb, probe };
}

/** Prepares the database before the first request; returns the new administrator, if any. */
async function prepareData(db: Database, configuration: Configuration) {
  const [at, files] = [systemClock.now(), openFileStore(configuration)];
  await followSettings(db, configuration);
  await keepTimeZone(db, configuration.timeZone);
  const titles =
    configuration.seed === "demo"
      ? await seedDemonstrationLibrary(db, at, (tx, picture) => keepPicture({ tx, files, at }, picture))
      : 0;
  const admin = await ensureFirstAdmin(db, configuration, systemClock);
  if (titles > 0) {
    await seedAddress(db, at);
    say(`The demonstration library is loaded, with ${titles} titles.`);
  }
  return admin;
}

function introductionOf({ userName, password }: { userName: string; password: string | null }): string {
  const shown =
    password === null ? "the password of ADMIN_PASSWORD" : `the password ${password} (shown this once: write it down)`;
  return `The administrator logs in at /admin/login as ${userName} with ${shown}`;
}

/** Listens with the doorkeeper, unless nobody can know the port yet; returns how to close it. */
async function openFirst(doorkeeper: Server, configuration: Configuration): Promise<() => Promise<void>> {
  const { host, port } = configuration;
  if (port === 0) return async () => {};
  limitConnections(doorkeeper);
  doorkeeper.listen({ host, port });
  await once(doorkeeper, "listening").catch((error: unknown) => {
    throw refusedPlace(error, configuration);
  });
  return async () => {
    if (!doorkeeper.listening) return;
    doorkeeper.close();
    doorkeeper.closeAllConnections();
    await once(doorkeeper, "close");
  };
}

function refusedPlace(error: unknown, { host, port }: Configuration): unknown {
  const code = errorCode(error);
  if (code === "EADDRINUSE")
    return new StartError(`PORT ${port} of ${host} is taken: stop the other program, or set another PORT.`);
  if (code === "EACCES") return new StartError(`PORT ${port} may not be used by this user: set a PORT above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`HOST ${host} is not an address of this machine.`);
  return error;
}

/** Ends this process. With a `delay` (seconds) it is said first, so that a balancer sends its requests elsewhere. */
async function stop(exitCode: number, delay = 0) {
  if (stoppingSince !== undefined) return;
  stoppingSince = Date.now();
  ending.leave();
  if (delay > 0) await pause(delay * 1000);
  let failed = false;
  const report = (error: unknown) => {
    failed = true;
    process.stderr.write(`${describeError(error)}\n`);
  };
  const closing = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close().catch(report);
  };
  await Promise.race([closing(), tooLate()]).catch(report);
  process.exit(exitCode === 0 && failed ? 1 : exitCode);
}

/** The limit is for all: the requests being answered, the connections, the embedded database. */
async function tooLate() {
  const { limit } = ending;
  await pause(limit * 1000);
  throw new StartError(`Stopping took longer than ${limit} seconds; the rest is cut off.`);
}

function onSignal(signal: NodeJS.Signals) {
  // The watchdog stops the embedded database when this process ends, however it ends.
  if (stoppingSince !== undefined && Date.now() - stoppingSince > impatience) process.exit(1);
  void stop(0, signal === "SIGTERM" ? ending.delay : 0); // who presses Ctrl-C waits for it
}

function onFault(error: unknown) {
  process.stderr.write(`${describeError(error)}\n`);
  void stop(1);
}

// The reader of our output is gone: reporting that would fail again, forever.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("SIGTERM", onSignal);
process.on("SIGINT", onSignal);
process.on("uncaughtException", onFault);
process.on("unhandledRejection", onFault);
process.on("disconnect", () => void stop(0)); // the supervisor is gone
start().catch(onFault);
