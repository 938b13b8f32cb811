import { getActivityLog } from "#contract/admin/activity-log.ts";
import { getJobs } from "#contract/admin/jobs.ts";
import * as mail from "#contract/admin/mail.ts";
import * as messages from "#contract/admin/messages.ts";
import * as settings from "#contract/admin/settings.ts";
import * as system from "#contract/admin/system.ts";
import { getSignInEvents } from "#contract/people/staff.ts";
import { refreshRegularly } from "#server/http/keep-looking.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts, NounParts, Parts } from "#server/parts.ts";
import { runJobSoon } from "#server/platform/jobs/jobs.queries.ts";
import type { SignInLog } from "#server/platform/sign-in-log/sign-in-log.ts";
import { mailContent } from "#server/site/public.ts";
import type { FastifyInstance } from "fastify";
import { searchActivityLog, searchSignInLog } from "./activity-log.ts";
import {
  listMailKinds,
  listMails,
  resendMail,
  resendMails,
  sendHeldMail,
  showMail,
  showSampleMail,
  switchMail,
} from "./mail.ts";
import { previewMessage, sendMessage, showAudience } from "./messages.ts";
import { reportsRoutes } from "./reports/reports.routes.ts";
import { followSettings, readSettings, saveSettings } from "./save-settings.ts";
import { listJobs, requestBackup, showSystem, type SystemParts } from "./system.ts";

type Own = Pick<SystemParts, "release" | "warnings"> & { signInLog: Pick<SignInLog, "codesOf" | "flush"> };

export function adminRoutes(app: FastifyInstance, parts: NounParts & Own): void {
  systemRoutes(app, parts);
  settingsRoutes(app, parts);
  activityRoutes(app, parts);
  mailRoutes(app, parts);
  messageRoutes(app, parts);
  reportsRoutes(app, parts);
}

/** Serves System/* and Job/*: the state of the system and its jobs, and its version for all staff. */
function systemRoutes(app: FastifyInstance, parts: SystemParts & Pick<Parts, "clock">): void {
  const { db, configuration, release } = parts;
  serve(app, system.checkStock, async () => {
    await runJobSoon(db, "check-stock");
    return {};
  });
  serve(app, system.backUpNow, async (_request, { actor }) => {
    await requestBackup(db, actor, configuration.backup.folder);
    return {};
  });
  serve(app, system.getRelease, async () => ({ data: release }));
  serve(app, system.getSystem, async () => ({ data: await showSystem(parts) }));
  serve(app, getJobs, async () => ({ data: await listJobs(db) }));
}

/** Serves Settings/*, and follows the stored settings, which other processes may change. */
function settingsRoutes(app: FastifyInstance, parts: ConfiguredParts<"follow" | "secretKey" | "rateLimitScale">): void {
  const { db, configuration } = parts;
  serve(app, settings.getSettings, async () => ({ data: await readSettings(db) }));
  serve(app, settings.saveSettings, async ({ body }, { actor, request }) => {
    await saveSettings(parts, body, { ...actor, from: request.ip });
    return { data: await readSettings(db) };
  });
  refreshRegularly(app, "settings", async () => followSettings(db, configuration));
}

function activityRoutes(
  app: FastifyInstance,
  { db, configuration: { timeZone }, signInLog }: ConfiguredParts<"timeZone"> & Pick<Own, "signInLog">,
): void {
  serve(app, getActivityLog, async ({ query }) => searchActivityLog(db, query, timeZone));
  serve(app, getSignInEvents, async ({ query }) => searchSignInLog({ db, signInLog }, query, timeZone));
}

/** Serves Mail/*: the state of emails, and which types are sent. platform/mail queues and sends them. */
function mailRoutes(app: FastifyInstance, parts: NounParts & Pick<Own, "warnings">): void {
  const { db, clock, configuration, warnings } = parts;
  const isToFiles = configuration.smtpUrl === undefined;
  serve(app, mail.getMails, async ({ query }) => {
    return { ...(await listMails({ db, clock }, query)), isToFiles, isServerAway: warnings.has("mail") };
  });
  serve(app, mail.resendMail, async ({ params }, { actor }) => {
    await resendMail(db, params.id, actor);
    return { data: await showMail(db, params.id), message: "Resending the email." };
  });
  serve(app, mail.resendMails, async ({ body }, { actor }) => ({
    data: await resendMails(db, body.mailIds, actor),
  }));
  serve(app, mail.sendHeldMail, async (_request, { actor }) => {
    const waiting = await sendHeldMail(db, actor);
    warnings.clear("mail-hold");
    return { data: { waiting }, message: "Emails are going out again." };
  });
  serve(app, mail.previewMail, async ({ body }) => ({ data: await showSampleMail(parts, body) }));
  serve(app, mail.getMailKinds, async () => ({ data: await listMailKinds(db) }));
  serve(app, mail.switchMailKind, async ({ params }, { actor }) => {
    await switchMail(db, params.kind, params.isOn, actor);
    return { data: await listMailKinds(db) };
  });
}

/** Serves the calls for staff's emails to borrowers. */
function messageRoutes(app: FastifyInstance, parts: NounParts): void {
  const content = mailContent(parts.readContent, parts.configuration.publicUrl);
  serve(app, messages.getAudience, async ({ query }) => ({ data: await showAudience(parts, query) }));
  serve(app, messages.previewMessage, async ({ body }) => ({
    data: await previewMessage({ ...parts, ...content }, body),
  }));
  serve(app, messages.sendMessage, async ({ body }, { actor }) => {
    await sendMessage(parts, body, actor);
    return { data: { recipients: body.recipients } };
  });
}
