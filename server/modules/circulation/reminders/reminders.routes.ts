import * as calls from "#contract/desk/reminders.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { saveReminderSteps, showReminderSteps } from "./save-reminder-steps.ts";

/** Serves Reminders/*: when borrowers are reminded. */
export function reminderRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  serve(app, calls.getReminderSteps, async () => ({ data: await showReminderSteps(db) }));
  serve(app, calls.saveReminderSteps, async ({ body }, { session }) => {
    await saveReminderSteps(db, body, { userId: session.userId, at: clock.now() });
    return { data: await showReminderSteps(db) };
  });
}
