import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

export function borrowerQuery(userId: number | string) {
  const params = { userId: String(userId) };
  return dataQuery(["accounts", "borrower", params.userId], (context) =>
    call("GET Account/GetBorrowerInformationByUserId/{userId}", { params }, context),
  );
}

export const ownSessionsQuery = dataQuery(["accounts", "sessions"], (context) =>
  call("GET Account/GetSessions", {}, context),
);
