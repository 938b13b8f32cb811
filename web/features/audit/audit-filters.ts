import type { AuditEntry } from "#contract/audit.ts";
import { ownMessages } from "#contract/messages.ts";
import { routeId } from "#web/lib/route-id.ts";

/** What the audit is about, or everything. */
export type AuditKind = AuditEntry["kind"] | "";

/** What the audit shows; 0 and empty leave nothing out. `subjectId` counts only within a kind. */
export type AuditFilters = {
  kind: AuditKind;
  subjectId: number;
  userId: number;
  text: string;
  startDate: string;
  endDate: string;
  page: number;
};

/** Entries on a page. */
export const auditPageSize = 25;

/** The kinds in the order they are offered, and what they are called. */
export const auditKindNames: readonly { value: AuditKind; label: string }[] = [
  { value: "", label: "Everything" },
  { value: "item", label: "Items" },
  { value: "order", label: "Orders" },
  { value: "news", label: "News" },
  { value: "picture", label: "Pictures" },
  { value: "document", label: "Documents" },
  { value: "borrowers", label: "Borrowers" },
  { value: "site", label: "Site content" },
  { value: "subscribers", label: "Mailing list" },
  { value: "mail", label: "Mail" },
  { value: "import", label: "Imports and exports" },
];

/** Reads them from an address; what makes no sense counts as not given. */
export function readAuditFilters(search: URLSearchParams): AuditFilters {
  const kind = kindOf(search.get("kind"));
  const page = Number(search.get("page"));
  return {
    kind,
    subjectId: kind === "" ? 0 : (routeId(search.get("id") ?? undefined) ?? 0),
    userId: routeId(search.get("user") ?? undefined) ?? 0,
    text: (search.get("q") ?? "").trim().slice(0, longestText),
    startDate: day(search.get("from")),
    endDate: day(search.get("to")),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** How much of a text is searched for. */
export const longestText = 200;

/** The address of the audit under these filters, as short as it can be. */
export function auditHref(filters: Partial<AuditFilters> = {}): string {
  const { kind, subjectId, userId, text, startDate, endDate, page } = filters;
  const search = new URLSearchParams();
  if (kind) search.set("kind", kind);
  if (kind && subjectId) search.set("id", String(subjectId));
  if (userId) search.set("user", String(userId));
  if (text) search.set("q", text);
  if (startDate) search.set("from", startDate);
  if (endDate) search.set("to", endDate);
  if (page && page > 1) search.set("page", String(page));
  return search.size > 0 ? `/admin/audit?${search}` : "/admin/audit";
}

/** Whether they leave anything out. */
export function isFiltered(filters: AuditFilters): boolean {
  return auditHref({ ...filters, page: 1 }) !== auditHref();
}

/** The sentence that says what is wrong with them, or undefined. */
export function troubleWith({ startDate, endDate }: Pick<AuditFilters, "startDate" | "endDate">): string | undefined {
  return startDate && endDate && endDate < startDate ? ownMessages.dateOrder : undefined;
}

/** The kind a text names; anything else is everything. */
export function kindOf(text: string | null): AuditKind {
  return auditKindNames.find(({ value }) => value === text)?.value ?? "";
}

function day(text: string | null): string {
  if (!text || !/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text)) return "";
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : "";
}
