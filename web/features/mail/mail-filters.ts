import type { MailKind, StaffMail } from "#contract/mail.ts";
import { kindWords, stateWords } from "./mail-words.ts";

/** Which mails are shown; empty leaves nothing out. */
export type MailFilters = { state: StaffMail["state"] | ""; kind: MailKind | ""; page: number };

/** Mails on a page. */
export const mailPageSize = 25;

/** The states that can be asked for. */
export const stateChoices: readonly { value: MailFilters["state"]; label: string }[] = [
  { value: "", label: "All" },
  { value: "dead", label: stateWords.dead },
  { value: "waiting", label: stateWords.waiting },
  { value: "sent", label: stateWords.sent },
];

const kinds: readonly MailKind[] = [
  "reset",
  "opt-in",
  "order-received",
  "order-shipped",
  "order-returned",
  "due-soon",
  "overdue",
];

/** The kinds that can be asked for. */
export const kindChoices: readonly { value: MailFilters["kind"]; label: string }[] = [
  { value: "", label: "All kinds" },
  ...kinds.map((kind) => ({ value: kind, label: kindWords[kind].name })),
];

/** Reads them from an address or a form; what makes no sense counts as not given. */
export function readMailFilters(search: Pick<URLSearchParams, "get">): MailFilters {
  const page = Number(search.get("page"));
  return {
    state: stateChoices.find(({ value }) => value === search.get("state"))?.value ?? "",
    kind: kindChoices.find(({ value }) => value === search.get("kind"))?.value ?? "",
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address of the mails under these filters, as short as it can be. */
export function mailHref({ state, kind, page }: Partial<MailFilters> = {}): string {
  const search = new URLSearchParams();
  if (state) search.set("state", state);
  if (kind) search.set("kind", kind);
  if (page && page > 1) search.set("page", String(page));
  return search.size > 0 ? `/admin/mail?${search}` : "/admin/mail";
}
