import { dataQuery } from "#web/lib/queries.ts";
import { call } from "#web/lib/call.ts";

export const codeListsQuery = dataQuery(["code lists"], (context) => call("GET Code/GetLists", {}, context));
