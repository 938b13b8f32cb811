import { sendReminders } from "#contract/desk/bulk.ts";
import * as calls from "#contract/desk/reminders.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { remindOfOrders } from "./remind-of-orders.ts";
import { saveReminderSteps, showReminderSteps } from "./save-reminder-steps.ts";

/** Serves Reminders/*: when borrowers are reminded, and reminding them now. */
export function reminderRoutes(
  app: FastifyInstance,
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
): void {
  serve(app, sendReminders, async ({ body }, { session }) => ({
    data: await remindOfOrders(db, body.orderIds, { userId: session.userId, at: clock.now() }, timeZone),
  }));
  serve(app, calls.getReminderSteps, async () => ({ data: await showReminderSteps(db) }));
  serve(app, calls.saveReminderSteps, async ({ body }, { session }) => {
    await saveReminderSteps(db, body, { userId: session.userId, at: clock.now() });
    return { data: await showReminderSteps(db) };
  });
}
