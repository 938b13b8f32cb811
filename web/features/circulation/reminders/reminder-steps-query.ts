import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

/** When borrowers are reminded. */
export const reminderStepsQuery = dataQuery(["reminders"], (context) => call("GET Reminders/GetSteps", {}, context));
