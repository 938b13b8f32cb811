import { type MailKind, maxResent, type StaffMail } from "#contract/admin/mail.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list, selectField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";

/** Names and describes each type of email, in the order of the filter. */
export const kindWords: Record<MailKind, { name: string; when: string }> = {
  reset: {
    name: "Password reset",
    when: "Sent when someone asks to reset their password. If this is off, borrowers can’t reset their own.",
  },
  "opt-in": { name: "Mailing list sign-up", when: "Sent to confirm a sign-up." },
  "confirm-mailbox": {
    name: "Confirm email address",
    when: "Sent to a new email address, or when the borrower asks. The email about the first order has this link, too.",
  },
  "borrower-invitation": {
    name: "Invitation to a borrower",
    when: "Sent by staff after an import of borrowers, with a link to choose a password.",
  },
  welcome: {
    name: "Welcome",
    when: "Sent once, after a borrower confirms their email address. Explains how borrowing works.",
  },
  "account-changed": {
    name: "Account changed",
    when: "Sent when a password or email address changes (to the previous address), and when two accounts are merged.",
  },
  "account-blocked": {
    name: "Account blocked",
    when: "Sent when staff block a borrower, with the reason, and when they unblock them.",
  },
  "loans-transferred": {
    name: "Loans transferred",
    when: "Sent to both borrowers when one’s loans are transferred to the other.",
  },
  "order-received": { name: "Order received", when: "Sent when an order is placed." },
  "order-changed": { name: "Order changed", when: "Sent two minutes after staff change the titles in an order." },
  "order-shipped": {
    name: "Order shipped",
    when: "Sent two minutes after an order ships, with the tracking number, due date, and a calendar file.",
  },
  "order-returned": {
    name: "Order returned",
    when: "Sent when copies are returned. Lists anything missing or damaged.",
  },
  "order-canceled": {
    name: "Order canceled",
    when: "Sent with the reason two minutes after staff cancel an order, or right away when the borrower cancels it.",
  },
  "copy-held": {
    name: "Copy on hold",
    when: "Sent to the next person on the waitlist two minutes after a copy is returned, with a link to order it.",
  },
  "waitlist-ended": {
    name: "Off the waitlist",
    when: "Sent when someone comes off a waitlist because they didn’t order the held copy, their dates passed, or the title was archived. Also sent when an archived title is back.",
  },
  "dates-at-risk": {
    name: "Order may miss its dates",
    when: "Sent when no copy is left for an order with reserved dates, with titles to use instead. Also sent if the order can keep its dates after all.",
  },
  "due-changed": {
    name: "Due date changed",
    when: "Sent two minutes after a shipped order is renewed or gets a new due date.",
  },
  "due-soon": { name: "Due soon", when: "Sent once per order, the number of days before it’s due that is set below." },
  overdue: {
    name: "Overdue",
    when: "Sent when a copy reaches one of the ages set below. Lists everything overdue.",
  },
  "year-end": {
    name: "End of the school year",
    when: "Sent once in the last month of the school year on the borrower’s district calendar. Lists everything they still have.",
  },
  "open-claims": {
    name: "Lost and damaged",
    when: "Sent by staff from a claim. Lists what a borrower owes for lost or damaged copies.",
  },
  message: {
    name: "Message from staff",
    when: "Written by staff to one borrower or several. If this is off, staff can’t write any.",
  },
  "staff-account": {
    name: "Staff account changed",
    when: "Sent when a staff member’s password or email address changes.",
  },
  "staff-invitation": {
    name: "Staff invitation",
    when: "Sent to a new colleague with a link to set up their account.",
  },
};

/** Returns whether the library still sends this type of email: old emails may be of other types. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(kindWords, kind);
}

export const stateWords: Record<StaffMail["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  dead: "Not sent",
};

export const mails = list({
  path: "/admin/mail",
  filters: {
    state: selectField("state", "Status", [
      { value: "", label: "All" },
      { value: "trouble", label: "Failed or delayed" },
      { value: "dead", label: stateWords.dead },
      { value: "waiting", label: stateWords.waiting },
      { value: "sent", label: stateWords.sent },
    ]),
    kind: selectField("kind", "Type", [
      { value: "", label: "All types" },
      ...Object.keys(kindWords)
        .filter(isMailKind)
        .map((kind) => ({ value: kind, label: kindWords[kind].name })),
    ]),
    page: pageField(),
  },
  key: ["mail", "list"],
  ask: (query, context) => call("GET Mail/GetMails", { query }, context),
  // after an outage, staff select all failed emails and resend them together
  pageSize: ({ state }) => (state === "dead" || state === "trouble" ? maxResent : 25),
  poll: (answer) => (answer?.data.some(({ state }) => state === "waiting") ? 5000 : false),
});

/** Returns the number of emails that need attention, and whether any go out now. Fails silently. */
export const mailTroubleQuery = queryOptions({
  queryKey: ["mail", "trouble"],
  queryFn: async ({ signal }) => {
    const query = { state: "trouble", page: 1, pageSize: 1 } as const;
    const { counts, isToFiles, isServerAway } = await call("GET Mail/GetMails", { query }, { signal });
    return { ...counts, isToFiles, isServerAway };
  },
  staleTime: 0,
  meta: { background: true },
});

export const mailKindsQuery = dataQuery(["mail", "kinds"], (context) => call("GET Mail/GetKinds", {}, context));
