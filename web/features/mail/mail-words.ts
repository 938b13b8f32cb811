import type { MailKind, StaffMail } from "#contract/mail.ts";
import type { CallOf } from "#contract/all.ts";
import type { Answer } from "#contract/wire/endpoint.ts";

/** A type of email and whether it is sent. */
export type KindSwitch = Answer<CallOf<"GET Mail/GetKinds">>["data"][number];

/** Each type's name and trigger. */
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

/** A type's name, or its code without one. */
export function kindName(kind: string): string {
  return Object.entries(kindWords).find(([name]) => name === kind)?.[1].name ?? kind;
}

/** Each state's name. */
export const stateWords: Record<StaffMail["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  dead: "Not sent",
};
