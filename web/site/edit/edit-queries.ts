import { dataQuery } from "#web/lib/queries.ts";
import type { SectionName } from "#contract/site/sections.ts";
import { call } from "#web/lib/call.ts";

export const editableContentQuery = dataQuery(["site content", "editable"], (context) =>
  call("GET Site/GetEditableContent", {}, context),
);

export const sectionHistoryQuery = (section: SectionName) =>
  dataQuery(["site content", "history", section], (context) =>
    call("GET Site/GetHistory/{section}", { params: { section } }, context),
  );
