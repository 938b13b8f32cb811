import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";

export const directoryQuery = dataQuery(["schools", "directory"], (context) =>
  call("GET Schools/GetDirectory", {}, context),
);
