import { once } from "node:events";
import type { Server } from "node:http";
import inspector from "node:inspector";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { seedAddress } from "#db/seed/seed-address.ts";
import { seedClaims } from "#db/seed/seed-claims.ts";
import { openClaim } from "./desk/public.ts";
import { seedDemonstrationLibrary } from "#db/seed/seed-demonstration-library.ts";
import { buildApp } from "./app.ts";
import { serverWhileStarting } from "./http/connections/answer-while-starting.ts";
import type { StartupStatus } from "./http/health.ts";
import { commonHeaders } from "./http/security.ts";
import { libraryJobs } from "./jobs.ts";
import { followSettings } from "./admin/public.ts";
import { ensureFirstAdmin } from "./people/public.ts";
import { keepPicture } from "./site/public.ts";
import { systemClock } from "./platform/clock.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import { errorCode } from "./platform/errors/error-code.ts";
import { removeAbandonedTests } from "./platform/backup/scratch-folder.ts";
import { startJobs } from "./platform/jobs/run-jobs.ts";
import { createLog, logOptions } from "./platform/log.ts";
import { setupChecks, startSetupChecks } from "./platform/setup/setup-checks.ts";
import { createWarnings } from "./platform/setup/warnings.ts";
import { migrate } from "./platform/migrate.ts";
import { databaseProbe } from "./platform/connection/database-probe.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import type { ConnectionSettings } from "./platform/connection/connection-settings.ts";
import { watchDatabase } from "./platform/connection/watch-database.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { prepareSecretKey } from "./platform/secret-key/seal.ts";
import { projectRoot } from "./platform/project-root.ts";
import { limitConnections } from "./http/connections/end-connection.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";
import { storeTimeZone } from "./platform/checks/checks.queries.ts";
import { loadRenderer } from "./http/pages/send-page.ts";
import { publishAssets } from "./http/files/static-files.ts";

// When the database hangs, a request fails after this wait (ms), and at once while this many others are waiting.
const requestLimits = { connectTimeoutMs: 2000, maxWaiting: 100 };
const heartbeatMs = 2000;
const doubleSignalMs = 1000; // npm and a terminal send one Ctrl-C twice

// By default V8 lets the old generation grow fourfold between collections: 150 MB instead of 45 on a machine with room
// (decision 003).
setFlagsFromString("--heap-growing-percent=30");

const closers: (() => Promise<unknown>)[] = [];
let stoppingSince: number | undefined;
/** How to shut down; replaced once the application runs. Times in seconds. */
let shutdown = { leave: () => {}, delay: 0, limit: 8 };

async function start() {
  const configuration = readConfiguration(process.env);
  const log = createLog(configuration.logLevel);
  let startupStatus: StartupStatus = "starting";
  const startupServer = serverWhileStarting(() => startupStatus, commonHeaders(configuration.publicUrl));
  const closeStartupServer = await listenWhileStarting(startupServer, configuration);
  closers.push(closeStartupServer);
  const startedAt = performance.now();
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
  await removeAbandonedTests(configuration.dataFolder);
  startupStatus = "migrating";
  const applied = await migrate(owner, { onEvent: (event) => log.info(event) });
  startupStatus = "starting";
  if (applied.length > 0) {
    log.debug({ applied }, "database migrated");
    print(`The database is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} seconds.`);
  }

  const warnings = createWarnings(log);
  const watch = watchDatabase(log, configuration.slowStatementMs, connection);
  const { db, jobsDb, probe } = openDatabases(connection, configuration, watch);
  const admin = await prepareData(jobsDb, configuration);
  closers.push(startSetupChecks(setupChecks(configuration, jobsDb), warnings));

  const webFolder = path.join(projectRoot, "dist/web");
  await publishAssets(jobsDb, webFolder);
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
        warnings,
      }),
    }),
  );
  await closeStartupServer();
  limitConnections(app.server);
  const { host, port } = configuration;
  app.log.level = "warn"; // the address is printed below
  await app.listen({ host, port }).catch((error: unknown) => {
    throw explainListenError(error, configuration);
  });
  app.log.level = configuration.logLevel;
  shutdown = { leave: () => app.leave(), ...configuration.shutdown };
  const address = port === 0 ? app.listeningOrigin : configuration.publicUrl;
  print(`\nThe lending library is at ${address}`);
  if (admin) print(loginHint(admin));
  startHeartbeat();
}

/** Tells the supervisor, if any, that the server answers requests, or that it may be paused in a debugger. */
function startHeartbeat(): void {
  const beat = () => {
    if (process.connected) process.send?.(inspector.url() === undefined ? "serving" : "debugging", () => undefined);
  };
  setInterval(beat, heartbeatMs);
  beat();
}

/** Prints a line for the person who starts the library by hand; the log itself is JSON. */
function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Opens the database separately for requests, jobs, and health checks; all are closed on shutdown. */
function openDatabases(
  connection: ConnectionSettings,
  configuration: Configuration,
  watch: ReturnType<typeof watchDatabase>,
) {
  const { databaseConnections: poolSize, databaseStatementLimit, databaseWait } = configuration;
  const limits = { timeoutMs: databaseWait * 1000, statementLimit: databaseStatementLimit * 1000 };
  const db = openDatabase({ connection, watch, poolSize, ...limits, ...requestLimits });
  closers.push(() => db.destroy());
  const jobsDb = openDatabase({ connection, watch, poolSize: 5 }); // a crowd of requests cannot starve the jobs
  closers.push(() => jobsDb.destroy());
  const probe = databaseProbe(connection, watch);
  closers.push(probe.end);
  return { db, jobsDb, probe };
}

/** Prepares the database before the first request; returns the new administrator, if any. */
async function prepareData(db: Database, configuration: Configuration) {
  const [at, files] = [systemClock.now(), openFileStore(configuration)];
  await prepareSecretKey(db, configuration.secretKey, at);
  await followSettings(db, configuration);
  await storeTimeZone(db, configuration.timeZone);
  const titles =
    configuration.seed === "demo"
      ? await seedDemonstrationLibrary(db, at, (tx, picture) => keepPicture({ tx, files, at }, picture))
      : 0;
  const admin = await ensureFirstAdmin(db, configuration, systemClock);
  if (titles > 0) {
    await seedAddress(db, at);
    await seedClaims(db, at, openClaim);
    print(`The demonstration library is loaded, with ${titles} titles.`);
  }
  return admin;
}

function loginHint({ userName, password }: { userName: string; password: string | null }): string {
  const passwordHint =
    password === null
      ? "the password in ADMIN_PASSWORD"
      : `the password ${password} (shown only once, so write it down)`;
  return `Log in at /admin/login as ${userName} with ${passwordHint}`;
}

/** Starts the startup server, unless the system chooses the port; returns a function that closes it. */
async function listenWhileStarting(server: Server, configuration: Configuration): Promise<() => Promise<void>> {
  const { host, port } = configuration;
  if (port === 0) return async () => {};
  limitConnections(server);
  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    throw explainListenError(error, configuration);
  });
  return async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}

function explainListenError(error: unknown, { host, port }: Configuration): unknown {
  const code = errorCode(error);
  if (code === "EADDRINUSE")
    return new StartError(`PORT ${port} on ${host} is in use: stop the other program or choose another PORT.`);
  if (code === "EACCES") return new StartError(`This user may not use PORT ${port}: choose a PORT above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`HOST ${host} is not an address of this machine.`);
  return error;
}

/** Ends this process. During `delay` (seconds), /health/ready says so, and a balancer can send requests elsewhere. */
async function stop(exitCode: number, delay = 0) {
  if (stoppingSince !== undefined) return;
  stoppingSince = Date.now();
  shutdown.leave();
  if (delay > 0) await pause(delay * 1000);
  let failed = false;
  const report = (error: unknown) => {
    failed = true;
    process.stderr.write(`${describeError(error)}\n`);
  };
  const closing = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close().catch(report);
  };
  await Promise.race([closing(), failAtLimit()]).catch(report);
  process.exit(exitCode === 0 && failed ? 1 : exitCode);
}

/** Throws when requests, connections, and the embedded database together take longer than the limit to stop. */
async function failAtLimit() {
  const { limit } = shutdown;
  await pause(limit * 1000);
  throw new StartError(`Stopping took longer than ${limit} seconds; the rest is cut off.`);
}

function onSignal(signal: NodeJS.Signals) {
  // The watchdog stops the embedded database when this process ends, however it ends.
  if (stoppingSince !== undefined && Date.now() - stoppingSince > doubleSignalMs) process.exit(1);
  void stop(0, signal === "SIGTERM" ? shutdown.delay : 0); // the person who pressed Ctrl-C is waiting
}

function onFault(error: unknown) {
  process.stderr.write(`${describeError(error)}\n`);
  void stop(1);
}

// When nobody reads our output any longer, reporting that would fail again, forever.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("SIGTERM", onSignal);
process.on("SIGINT", onSignal);
process.on("uncaughtException", onFault);
process.on("unhandledRejection", onFault);
process.on("disconnect", () => void stop(0)); // the supervisor is gone
start().catch(onFault);
