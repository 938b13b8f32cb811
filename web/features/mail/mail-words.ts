import type { MailKind, StaffMail } from "#contract/mail.ts";
import type { CallOf } from "#contract/all.ts";
import type { Answer } from "#contract/wire/endpoint.ts";

/** A kind of mail, and whether it is written. */
export type KindSwitch = Answer<CallOf<"GET Mail/GetKinds">>["data"][number];

/** What each kind is called, and when it is written. */
export const kindWords: Record<MailKind, { name: string; when: string }> = {
  reset: {
    name: "Reset password",
    when: "Sent to anyone who asks for a new password. Without it, borrowers can’t reset their own.",
  },
  "opt-in": { name: "Mailing list sign-up", when: "Sent to confirm a sign-up." },
  "order-received": { name: "Order received", when: "Sent when an order is placed." },
  "order-shipped": { name: "Order shipped", when: "Sent with the tracking number, due date, and a calendar file." },
  "order-returned": { name: "Order returned", when: "Sent when everything is back." },
  "due-soon": { name: "Due in 7 days", when: "Once for each order." },
  overdue: {
    name: "Overdue",
    when: "One email listing everything overdue: daily for a week, then weekly.",
  },
};

/** What a kind is called; one that has no words yet is named. */
export function kindName(kind: string): string {
  return Object.entries(kindWords).find(([name]) => name === kind)?.[1].name ?? kind;
}

/** What each state is called. */
export const stateWords: Record<StaffMail["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  dead: "Not sent",
};
