import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

/** How the library behaves, for managers. */
export const settingsQuery = dataQuery(["settings"], (context) => call("GET Settings/Get", {}, context));
