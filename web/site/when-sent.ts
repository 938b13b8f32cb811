import type { MailKind } from "#contract/admin/mail.ts";

/** Describes each type of email. */
export const whenSent: Record<MailKind, string> = {
  reset: "Sent when someone asks to reset their password. If this is off, borrowers can’t reset their own.",
  "opt-in": "Sent to confirm a sign-up.",
  "confirm-mailbox":
    "Sent to a new email address, or when the borrower asks. The email about the first order has this link, too.",
  "borrower-invitation": "Sent by staff after an import of borrowers, with a link to choose a password.",
  welcome: "Sent once, after a borrower confirms their email address. Explains how borrowing works.",
  "account-changed":
    "Sent when a password or email address changes (to the previous address), and when two accounts are merged.",
  "account-blocked": "Sent when staff block a borrower, with the reason, and when they unblock them.",
  "loans-transferred": "Sent to both borrowers when one’s loans are transferred to the other.",
  "order-received": "Sent when an order is placed.",
  "order-changed": "Sent two minutes after staff change the titles in an order.",
  "order-shipped": "Sent two minutes after an order ships, with the tracking number, due date, and a calendar file.",
  "order-returned": "Sent when copies are returned. Lists anything missing or damaged.",
  "order-canceled":
    "Sent with the reason two minutes after staff cancel an order, or right away when the borrower cancels it.",
  "copy-held": "Sent to the next person on the waitlist two minutes after a copy is returned, with a link to order it.",
  "waitlist-ended":
    "Sent when someone comes off a waitlist because they didn’t order the held copy, their dates passed, or the title was archived. Also sent when an archived title is back.",
  "dates-at-risk":
    "Sent when no copy is left for an order with reserved dates, with titles to use instead. Also sent if the order can keep its dates after all.",
  "due-changed": "Sent two minutes after a shipped order is renewed or gets a new due date.",
  "due-soon": "Sent once per order, a set number of days before it’s due.",
  overdue: "Sent when a copy has been overdue for a set number of days. Lists everything overdue.",
  "year-end":
    "Sent once in the last month of the school year on the borrower’s district calendar. Lists everything they still have.",
  "open-claims": "Sent by staff from a claim. Lists what a borrower owes for lost or damaged copies.",
  message: "Written by staff to one borrower or several. If this is off, staff can’t send these.",
  "staff-account": "Sent when a staff member’s password or email address changes.",
  "staff-invitation": "Sent to a new colleague with a link to set up their account.",
};
