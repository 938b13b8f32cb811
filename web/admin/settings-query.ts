import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

export const settingsQuery = dataQuery(["settings"], (context) => call("GET Settings/Get", {}, context));
