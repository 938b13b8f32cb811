import * as z from "zod/mini";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { version, whole } from "#contract/wire/text.ts";

export const reminderLimits = { before: 60, steps: 10, after: 365 } as const;

const days = z.array(whole(0, 10_000)).check(z.maxLength(100, "has too many steps"));

/**
 * Borrowers get a reminder `daysBefore` the due date, and another about everything overdue each time a loan is overdue
 * by a number of days in `daysAfter`. A value of 0 turns a reminder or suggestion off.
 */
const steps = z.object({ daysBefore: whole(0, 10_000), daysAfter: days, suggestLostAfter: whole(0, 10_000), version });
export type ReminderSteps = z.output<typeof steps>;

export const reminderRules = z.object({
  daysBefore: z.number().check(z.lte(reminderLimits.before, ownMessages.stepsBefore(reminderLimits.before))),
  daysAfter: z
    .array(
      z
        .number()
        .check(
          z.gte(1, ownMessages.stepsAfter(reminderLimits.after)),
          z.lte(reminderLimits.after, ownMessages.stepsAfter(reminderLimits.after)),
        ),
    )
    .check(z.maxLength(reminderLimits.steps, messages.field.correctInvalid)),
  suggestLostAfter: z.number().check(z.lte(reminderLimits.after, ownMessages.stepsAfter(reminderLimits.after))),
});

export const getReminderSteps = endpoint("GET Reminders/GetSteps", { access: "clerk", answer: { data: steps } });

/** Extension: saves the reminder schedule, sorted and without duplicates. Rejects a stale `version`. */
export const saveReminderSteps = endpoint("POST Reminders/SaveSteps", {
  access: "manager",
  body: steps,
  rules: reminderRules,
  answer: { data: steps },
});
