import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** When borrowers are reminded. */
export const reminderStepsQuery = queryOptions({
  queryKey: ["reminders"],
  queryFn: async ({ signal }) => (await call("GET Reminders/GetSteps", {}, { signal })).data,
});
