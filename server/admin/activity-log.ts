import type { getActivityLog } from "#contract/admin/activity-log.ts";
import type { getSignInEvents } from "#contract/people/staff.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { rangeOfDays } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { SignInLog } from "#server/platform/sign-in-log/sign-in-log.ts";
import { activityLogOf, peopleOfActivityLog, signInEventsOf } from "./activity-log.queries.ts";

export const defaultPageSize = 25;

const pageOf = ({ page, pageSize }: { page?: number | undefined; pageSize?: number | undefined }) => ({
  number: page ?? 1,
  size: pageSize ?? defaultPageSize,
});

export async function searchActivityLog(
  db: Database,
  query: Received<typeof getActivityLog>["query"],
  timeZone: string,
) {
  const filter = { ...query, ...rangeOfDays(query, timeZone) };
  const [entries, people] = await Promise.all([activityLogOf(db, filter, pageOf(query)), peopleOfActivityLog(db)]);
  return { ...entries, people };
}

export async function searchSignInLog(
  { db, signInLog }: { db: Database; signInLog: Pick<SignInLog, "codesOf" | "flush"> },
  query: Received<typeof getSignInEvents>["query"],
  timeZone: string,
) {
  await signInLog.flush(); // so that staff see the latest events
  const nameCodes = query.userName === "" ? [] : await signInLog.codesOf(query.userName);
  return signInEventsOf(db, { ...query, nameCodes, ...rangeOfDays(query, timeZone) }, pageOf(query));
}
