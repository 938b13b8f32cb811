import * as calls from "#contract/admin/mail.ts";
import { found } from "#server/refusals/http-error.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { mailHold } from "#server/platform/mail/outbox.queries.ts";
import type { FastifyInstance } from "fastify";
import { presentMail, resendMail, resendMails, sendHeldMail, switchMail } from "./change-mail.ts";
import { countMails, kindsOff, mailById, mailsOf } from "./mail.queries.ts";

const longestWait = 3_600_000; // ms until staff should look why an email was not sent

type MailParts = {
  db: Database;
  clock: Clock;
  configuration: { smtpUrl: string | undefined };
  isServerAway: () => boolean;
};

/** Serves Mail/*: the state of emails, and which types are sent. platform/mail queues and sends them. */
export function mailRoutes(app: FastifyInstance, { db, clock, configuration, isServerAway }: MailParts): void {
  const isToFiles = configuration.smtpUrl === undefined;
  const kinds = async () => {
    const off = await kindsOff(db);
    return calls.mailKinds.map((kind) => ({ kind, isOn: !off.includes(kind) }));
  };

  serve(app, calls.getMails, async ({ query }) => {
    const trouble = { troubleBefore: new Date(clock.now().getTime() - longestWait) };
    const { state, kind, page = 1, pageSize = 25 } = query;
    const filter = { kind, ...(state === calls.inTrouble ? trouble : { state }) };
    const [rows, total, waiting, dead, troubled, hold] = await Promise.all([
      mailsOf(db, filter, page, pageSize),
      countMails(db, filter),
      countMails(db, { state: "waiting" }),
      countMails(db, { state: "dead" }),
      countMails(db, trouble),
      mailHold(db),
    ]);
    const counts = { waiting, dead, trouble: troubled };
    const heldSinceBackupOf = hold?.backupAt.toISOString() ?? null;
    return { data: rows.map(presentMail), total, counts, isToFiles, isServerAway: isServerAway(), heldSinceBackupOf };
  });

  serve(app, calls.resendMail, async ({ params }, { session }) => {
    await resendMail(db, params.id, { userId: session.userId, at: clock.now() });
    return { data: presentMail(found(await mailById(db, params.id))), message: "Sending the email again." };
  });

  serve(app, calls.resendMails, async ({ body }, { session }) => ({
    data: await resendMails(db, body.mailIds, { userId: session.userId, at: clock.now() }),
  }));

  serve(app, calls.sendHeldMail, async (_request, { session }) => ({
    data: { waiting: await sendHeldMail(db, { userId: session.userId, at: clock.now() }) },
    message: "Emails are sent again.",
  }));

  serve(app, calls.getMailKinds, async () => ({ data: await kinds() }));

  serve(app, calls.switchMailKind, async ({ params }, { session }) => {
    await switchMail(db, params.kind, params.isOn, { userId: session.userId, at: clock.now() });
    return { data: await kinds() };
  });
}
