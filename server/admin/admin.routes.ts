import type { FastifyInstance } from "fastify";
import os from "node:os";
import path from "node:path";
import { backUpNow, checkStock, getRelease, getSystem, type System, type SystemCheck } from "#contract/admin/system.ts";
import { serve } from "#server/http/serve.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { runJobSoon } from "#server/platform/jobs/jobs.queries.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";
import { requestBackup } from "./ask-for-backup.ts";
import { backupRows, type CheckRow, lastCheckRows, systemRow } from "./system.queries.ts";
import { getJobs, jobKinds, type StaffJobs } from "#contract/admin/jobs.ts";
import { countMails, jobsByKind, type JobsRow, kindsOff, mailById, mailsOf } from "./mail.queries.ts";
import * as calls from "#contract/admin/settings.ts";
import { refreshRegularly } from "#server/http/keep-looking.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { followSettings, saveSettings, readSettings } from "./save-settings.ts";
import { activityEntry, type ActivityEntry, commandLine, getActivityLog } from "#contract/admin/activity-log.ts";
import {
  activityLogOf,
  type ActivityRow,
  countActivityLog,
  countSignInEvents,
  peopleOfActivityLog,
  type SignInEventRow,
  signInEventsOf,
} from "./activity-log.queries.ts";
import { getSignInEvents, type SignInEvent, signInEvent } from "#contract/people/staff.ts";
import type { SignInLog } from "#server/platform/sign-in-log/sign-in-log.ts";
import * as mailCalls from "#contract/admin/mail.ts";
import { found } from "#server/refusals/http-error.ts";
import { mailHold } from "#server/platform/mail/outbox.queries.ts";
import { presentMail, resendMail, resendMails, sendHeldMail, switchMail } from "./change-mail.ts";

type Own = { release: Release; warnings: Warnings; signInLog: Pick<SignInLog, "codeOf" | "flush"> };

export function adminRoutes(app: FastifyInstance, parts: ConfiguredParts & Own): void {
  systemRoutes(app, parts);
  jobsRoutes(app, parts.db);
  settingsRoutes(app, parts);
  activityRoutes(app, parts);
  mailRoutes(app, parts);
}

/** Serves System/*: the system's state for managers, its version for all staff. */
function systemRoutes(
  app: FastifyInstance,
  { db, clock, configuration, release, warnings }: ConfiguredParts & Own,
): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const { mode, databaseUrl, dataFolder, pictureStore, smtpUrl } = configuration;
  const place = pictureStore
    ? `${pictureStore.bucket} at ${new URL(pictureStore.endpoint).host}`
    : path.join(dataFolder, "media");
  const checkOf = (rows: readonly CheckRow[], kind: CheckRow["kind"]) =>
    presentCheck(rows.find((row) => row.kind === kind));
  serve(app, checkStock, async () => {
    await runJobSoon(db, "check-stock");
    return {};
  });
  serve(app, backUpNow, async (_request, { session }) => {
    await requestBackup(db, { userId: session.userId, at: clock.now() }, configuration.backup.folder);
    return {};
  });
  serve(app, getRelease, async () => ({ data: release }));
  serve(app, getSystem, async () => {
    const row = await systemRow(db);
    const checks = await lastCheckRows(db);
    return {
      data: {
        ...release,
        host: os.hostname(),
        startedAt,
        mode,
        node: process.version.slice(1),
        database: { version: row.postgres, isEmbedded: databaseUrl === undefined, bytes: row.bytes },
        lastMigration: { name: row.last_migration, at: row.migrated_at.toISOString() },
        storage: { isBucket: pictureStore !== undefined, place },
        mail: {
          isToFiles: smtpUrl === undefined,
          waiting: row.mails_waiting,
          dead: row.mails_dead,
          heldSinceBackupOf: row.held_since_backup_of?.toISOString() ?? null,
        },
        jobs: { waiting: row.jobs_waiting, running: row.jobs_running, dead: row.jobs_dead },
        backup: presentBackup(
          { isNightly: configuration.backup.folder !== undefined, isRunning: row.is_backed_up },
          await backupRows(db),
        ),
        stock: { isRunning: row.is_stock_checked, last: checkOf(checks, "stock") },
        warnings: warnings.all(),
      },
    };
  });
}

function presentCheck(row: CheckRow | undefined): SystemCheck | null {
  if (!row) return null;
  const found = row.found.map(({ itemId, title, sentence }) => ({ itemId, title: title ?? "", sentence }));
  return { at: row.ended_at.toISOString(), lookedAt: row.looked_at, wrong: row.wrong, found };
}

type LatestBackup = { ended_at: Date; file_name: string | null; size: number | null } | undefined;

function presentBackup(
  is: Pick<System["backup"], "isNightly" | "isRunning">,
  { latest, trouble }: { latest: LatestBackup; trouble: string },
): System["backup"] {
  const last = latest && { at: latest.ended_at.toISOString(), name: latest.file_name ?? "", bytes: latest.size ?? 0 };
  return { ...is, last: last ?? null, trouble };
}

/** Serves Job/*: the state of the background jobs, which platform/jobs runs. */
function jobsRoutes(app: FastifyInstance, db: Database): void {
  serve(app, getJobs, async () => {
    const rows = await jobsByKind(db);
    return { data: jobKinds.map((kind) => presentJobs(kind, rows)) };
  });
}

const noJobs = { waiting: 0, running: 0, dead: 0, failures: 0, trouble: "" };

/** Returns the state of the jobs of one kind; there may be none. */
function presentJobs(kind: StaffJobs["kind"], rows: readonly JobsRow[]): StaffJobs {
  const { last_run_at, next_run_at, ...counts } = rows.find((row) => row.kind === kind) ?? {};
  return {
    ...noJobs,
    ...counts,
    kind,
    lastRunAt: last_run_at?.toISOString() ?? null,
    nextRunAt: next_run_at?.toISOString() ?? null,
  };
}

/** Serves Settings/*, and follows the stored settings, which other processes may change. */
function settingsRoutes(app: FastifyInstance, parts: ConfiguredParts<"follow">): void {
  const { db, clock, configuration } = parts;
  serve(app, calls.getSettings, async () => ({ data: await readSettings(db) }));
  serve(app, calls.saveSettings, async ({ body }, { session }) => {
    await saveSettings(parts, body, { userId: session.userId, at: clock.now() });
    return { data: await readSettings(db) };
  });

  refreshRegularly(app, "settings", async () => followSettings(db, configuration));
}

const defaultPageSize = 25;

/** Serves the activity log and the sign-in log, read-only. */
function activityRoutes(
  app: FastifyInstance,
  { db, configuration, signInLog }: ConfiguredParts<"timeZone"> & Pick<Own, "signInLog">,
): void {
  serve(app, getActivityLog, async ({ query }) => {
    const filter = { ...query, ...rangeOfDays(query, configuration.timeZone) };
    const [rows, total, people] = await Promise.all([
      activityLogOf(db, filter, query.page ?? 1, query.pageSize ?? defaultPageSize),
      countActivityLog(db, filter),
      peopleOfActivityLog(db),
    ]);
    return { data: rows.map(presentEntry), total, people };
  });
  serve(app, getSignInEvents, async ({ query }) => {
    await signInLog.flush(); // so that staff see the latest events
    const nameCode = query.userName === "" ? "" : await signInLog.codeOf(query.userName);
    const filter = { ...query, nameCode, ...rangeOfDays(query, configuration.timeZone) };
    const [rows, total] = await Promise.all([
      signInEventsOf(db, filter, query.page ?? 1, query.pageSize ?? defaultPageSize),
      countSignInEvents(db, filter),
    ]);
    return { data: rows.map(presentEvent), total };
  });
}

function presentEntry(row: ActivityRow): ActivityEntry {
  return {
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id ?? 0,
    userName: row.user_id === null ? commandLine : (row.name ?? ""),
    call: row.call,
    kind: activityEntry.shape.kind.parse(row.kind),
    subjectId: row.subject_id,
    subjectLabel: row.subject_label,
    changes: activityEntry.shape.changes.parse(row.changes),
  };
}

function presentEvent(row: SignInEventRow): SignInEvent {
  return {
    eventId: row.event_id,
    kind: signInEvent.shape.kind.parse(row.kind),
    at: row.last_at.toISOString(),
    times: row.times,
    address: row.address,
    call: row.call,
    person: row.name ?? "",
    nameCode: row.name_code,
    sessionNumber: row.session_number,
  };
}

const maxWaitMs = 3_600_000; // after that, staff should look into an unsent email

/** Serves Mail/*: the state of emails, and which types are sent. platform/mail queues and sends them. */
function mailRoutes(app: FastifyInstance, { db, clock, configuration, warnings }: ConfiguredParts & Own): void {
  const isToFiles = configuration.smtpUrl === undefined;
  const kinds = async () => {
    const off = await kindsOff(db);
    return mailCalls.mailKinds.map((kind) => ({ kind, isOn: !off.includes(kind) }));
  };

  serve(app, mailCalls.getMails, async ({ query }) => {
    const trouble = { troubleBefore: new Date(clock.now().getTime() - maxWaitMs) };
    const { state, kind, page = 1, pageSize = 25 } = query;
    const filter = { kind, ...(state === mailCalls.inTrouble ? trouble : { state }) };
    const [rows, total, waiting, dead, failedOrDelayed, hold] = await Promise.all([
      mailsOf(db, filter, page, pageSize),
      countMails(db, filter),
      countMails(db, { state: "waiting" }),
      countMails(db, { state: "dead" }),
      countMails(db, trouble),
      mailHold(db),
    ]);
    const counts = { waiting, dead, trouble: failedOrDelayed };
    const heldSinceBackupOf = hold?.backupAt.toISOString() ?? null;
    return {
      data: rows.map(presentMail),
      total,
      counts,
      isToFiles,
      isServerAway: warnings.has("mail"),
      heldSinceBackupOf,
    };
  });

  serve(app, mailCalls.resendMail, async ({ params }, { session }) => {
    await resendMail(db, params.id, { userId: session.userId, at: clock.now() });
    return { data: presentMail(found(await mailById(db, params.id))), message: "Resending the email." };
  });

  serve(app, mailCalls.resendMails, async ({ body }, { session }) => ({
    data: await resendMails(db, body.mailIds, { userId: session.userId, at: clock.now() }),
  }));

  serve(app, mailCalls.sendHeldMail, async (_request, { session }) => ({
    data: { waiting: await sendHeldMail(db, { userId: session.userId, at: clock.now() }) },
    message: "Emails are going out again.",
  }));

  serve(app, mailCalls.getMailKinds, async () => ({ data: await kinds() }));

  serve(app, mailCalls.switchMailKind, async ({ params }, { session }) => {
    await switchMail(db, params.kind, params.isOn, { userId: session.userId, at: clock.now() });
    return { data: await kinds() };
  });
}
