import { queryOptions } from "@tanstack/react-query";
import type { SectionName } from "#contract/site/sections.ts";
import { call } from "#web/lib/call.ts";

export const editableContentQuery = queryOptions({
  queryKey: ["site content", "editable"],
  queryFn: async ({ signal }) => (await call("GET Site/GetEditableContent", {}, { signal })).data,
});

export function sectionHistoryQuery(section: SectionName) {
  return queryOptions({
    queryKey: ["site content", "history", section],
    queryFn: async ({ signal }) =>
      (await call("GET Site/GetHistory/{section}", { params: { section } }, { signal })).data,
  });
}
