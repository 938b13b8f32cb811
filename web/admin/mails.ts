import { type MailKind, maxResent, type StaffMail } from "#contract/admin/mail.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list, selectField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";

/** In the order of the filter. */
export const kindWords: Record<MailKind, { name: string; when: string }> = {
  reset: {
    name: "Reset password",
    when: "Sent to anyone who asks for a new password. Without it, borrowers can’t reset their own.",
  },
  "opt-in": { name: "Mailing list sign-up", when: "Sent to confirm a sign-up." },
  "confirm-mailbox": {
    name: "Confirm email address",
    when: "Sent to a new email address, or when its borrower asks. The first order’s email has this link too.",
  },
  welcome: {
    name: "Welcome",
    when: "Sent once, when a borrower has confirmed the email address: how borrowing works.",
  },
  "account-changed": {
    name: "Account changed",
    when: "Sent when a password or an email address was changed, to the address of before, and when two accounts are merged.",
  },
  "account-blocked": {
    name: "Orders stopped",
    when: "Sent when staff block a borrower, with the reason, and when they unblock them.",
  },
  "loans-transferred": {
    name: "Loans handed over",
    when: "Sent to both borrowers when what one has out goes to a colleague.",
  },
  "order-received": { name: "Order received", when: "Sent when an order is placed." },
  "order-changed": { name: "Order changed", when: "Sent two minutes after staff changed the titles of an order." },
  "order-shipped": {
    name: "Order shipped",
    when: "Sent two minutes after an order was shipped, with the tracking number, due date, and a calendar file.",
  },
  "order-returned": { name: "Order returned", when: "Sent when copies are back, with what is missing or damaged." },
  "order-canceled": {
    name: "Order canceled",
    when: "Sent with the reason, two minutes after staff cancel an order, or at once when its borrower does.",
  },
  "copy-held": {
    name: "Held for you",
    when: "Sent to the next in line two minutes after a copy came back, with a link that orders it.",
  },
  "waitlist-ended": {
    name: "Out of line",
    when: "Sent when somebody’s place in line ends: the held copy was not ordered, the days are over, or the title is archived; and when such a title is lent again.",
  },
  "dates-at-risk": {
    name: "Days at risk",
    when: "Sent when no copy is left for an order by teaching days, with what else would do; and when its days are kept after all.",
  },
  "due-changed": {
    name: "Due date changed",
    when: "Sent two minutes after a shipped order was renewed or got another due date.",
  },
  "due-soon": { name: "Due soon", when: "Once for each order, some days before it is due (below)." },
  overdue: {
    name: "Overdue",
    when: "One email listing everything overdue, when something reaches one of the ages below.",
  },
  "year-end": {
    name: "End of the school year",
    when: "Sent once in the last month of the school year by the calendar of the borrower’s district: everything that is out.",
  },
  "open-claims": {
    name: "Lost and damaged",
    when: "Sent by staff from a claim: what a borrower owes for copies that are lost or damaged.",
  },
  "staff-account": { name: "Staff account changed", when: "Sent when a staff password or email address changes." },
  "staff-invitation": {
    name: "Staff invitation",
    when: "Sent to a new colleague with a link to set up their account.",
  },
};

/** Whether it is a type of email that is still sent: there may be old emails of others. */
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
      { value: "trouble", label: "In trouble" },
      { value: "dead", label: stateWords.dead },
      { value: "waiting", label: stateWords.waiting },
      { value: "sent", label: stateWords.sent },
    ]),
    kind: selectField("kind", "Kind", [
      { value: "", label: "All kinds" },
      ...Object.keys(kindWords)
        .filter(isMailKind)
        .map((kind) => ({ value: kind, label: kindWords[kind].name })),
    ]),
    page: pageField(),
  },
  key: ["mail", "list"],
  ask: (query, context) => call("GET Mail/GetMails", { query }, context),
  // what is in trouble is chosen and sent again at once, after an outage
  pageSize: ({ state }) => (state === "dead" || state === "trouble" ? maxResent : 25),
  poll: (answer) => (answer?.data.some(({ state }) => state === "waiting") ? 5000 : false),
});

/** How many emails want a look, and whether any leaves the library now; failures are silent. */
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
