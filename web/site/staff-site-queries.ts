import { dataQuery } from "#web/lib/queries.ts";
import { limits } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, routeId } from "#web/lib/filters/address-filters.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { MailText, SectionName } from "#contract/site/sections.ts";

export const newsFilters = addressFilters<{ shown: "" | "archived" }>("/admin/news", {
  shown: choiceField("show", "", ["archived"]),
});

export const staffNewsListQuery = (archived: boolean) =>
  dataQuery(["news", "staff list", archived], (context) => call("GET News/GetItems", { query: { archived } }, context));

export const staffNewsItemQuery = (id: number) =>
  dataQuery(["news", "staff item", id], (context) => call("GET News/GetItem/{id}", { params: { id } }, context));

/** Returns the query of a preview, which shows failures itself. */
export const newsPreviewQuery = (content: string) =>
  dataQuery(["news preview", content], (context) => call("POST News/Preview", { body: { content } }, context), {
    keepPrevious: true,
    enabled: content !== "" && content.length <= limits.description, // the form reports a longer one
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    meta: { background: true },
  });

export const mailPreviewQuery = (kind: MailKind, language: LanguageCode, content: MailText) =>
  dataQuery(
    ["mail preview", kind, language, content],
    (context) => call("POST Mail/Preview", { body: { kind, language, content } }, context),
    { keepPrevious: true, gcTime: 10_000, meta: { background: true } },
  );

/** Returns the id in admin/editnews/{id}: 0 to add an item (0 or less), undefined if invalid. */
export function newsIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^(?:0|-\d{1,10})$/.test(text) ? 0 : routeId(text);
}

export const editableContentQuery = dataQuery(["site content", "editable"], (context) =>
  call("GET Site/GetEditableContent", {}, context),
);

export const sectionHistoryQuery = (section: SectionName) =>
  dataQuery(["site content", "history", section], (context) =>
    call("GET Site/GetHistory/{section}", { params: { section } }, context),
  );
