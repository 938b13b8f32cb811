import { type MailKind, mostResent, type StaffMail } from "#contract/mail.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { isMailKind, kindWords, stateWords } from "./mail-words.ts";

/** The filters of the email list; empty means no filter. */
export type MailFilters = { state: StaffMail["state"] | "trouble" | ""; kind: MailKind | ""; page: number };

/** What is in trouble is chosen and sent again at once, after an outage. */
export const mailPageSize = ({ state }: Pick<MailFilters, "state">) =>
  state === "dead" || state === "trouble" ? mostResent : 25;

export const stateChoices: readonly { value: MailFilters["state"]; label: string }[] = [
  { value: "", label: "All" },
  { value: "trouble", label: "In trouble" },
  { value: "dead", label: stateWords.dead },
  { value: "waiting", label: stateWords.waiting },
  { value: "sent", label: stateWords.sent },
];

export const kindChoices: readonly { value: MailFilters["kind"]; label: string }[] = [
  { value: "", label: "All kinds" },
  ...Object.keys(kindWords)
    .filter(isMailKind)
    .map((kind) => ({ value: kind, label: kindWords[kind].name })),
];

export const mailFilters = addressFilters<MailFilters>("/admin/mail", {
  state: choiceField(
    "state",
    "",
    stateChoices.map(({ value }) => value),
  ),
  kind: choiceField(
    "kind",
    "",
    kindChoices.map(({ value }) => value),
  ),
  page: pageField(),
});
