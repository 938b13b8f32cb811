import { type MailKind, mailKinds, mailNames, maxResent, type StaffMail } from "#contract/admin/mail.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { pageField } from "#web/lib/filters/address-filters.ts";
import { list, selectField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";

/** Returns whether the library still sends this type of email: old emails may be of other types. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailNames, kind);
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
      ...mailKinds.map((kind) => ({ value: kind, label: mailNames[kind] })),
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
