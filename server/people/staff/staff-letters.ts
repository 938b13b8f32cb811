import type { Transaction } from "#server/platform/database.ts";
import { secretLink } from "#server/platform/mail/link-secret.ts";
import { type Letter, letterOf, userNameFact } from "#server/platform/mail/letter/letter.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";

/** Emails a member of staff, if the library has their address. Staff emails are in English only. */
export async function emailStaff(
  tx: Transaction,
  { emailAddress: address }: { emailAddress: string },
  letter: Letter,
  at: Date,
): Promise<void> {
  if (address !== "") await enqueueMail(tx, { kind: "staff-account", to: { borrowerId: null, address }, letter, at });
}

export function invitationLetter({
  token,
  invitedBy,
  days,
}: {
  token: string;
  invitedBy: string;
  days: number;
}): Letter {
  const words = { heading: "Set up your staff account", preview: `The link works once, for ${days} days.` };
  return letterOf("en", words, [
    { is: "text", text: "A colleague invited you to help run the library." },
    { is: "facts", facts: [{ name: "Invited by", value: invitedBy }] },
    { is: "button", label: "Set up your account", path: secretLink("/admin/login/invitation", token) },
    { is: "text", text: `The link works once, for ${days} days. Don’t forward this email.` },
    { is: "note", text: "If you weren’t expecting this, you don’t need to do anything. The link will expire." },
  ]);
}

const loggedOut = "You’ve been logged out everywhere else, and reset links no longer work.";
const notYou = "If this wasn’t you, ask a manager to disable your account right away, then choose a new password.";
const notExpected = "If you weren’t expecting this, talk to a manager right away and choose a new password.";

const changes = {
  password: {
    heading: "Your password was changed",
    texts: ["The password of your staff account was changed.", loggedOut],
    note: notYou,
  },
  // goes to the old and the new address, so it names neither
  email: {
    heading: "Your email address was changed",
    texts: ["The email address of your staff account was changed. We sent this email to both addresses.", loggedOut],
    note: notYou,
  },
  "two-step on": {
    heading: "Two-step verification is on",
    texts: [
      "You now need a code from your authenticator app to log in to your staff account. You’ve been logged out everywhere else.",
    ],
    note: notExpected,
  },
  "two-step off": {
    heading: "Two-step verification is off",
    texts: ["You no longer need a code to log in to your staff account, only your password."],
    note: notExpected,
  },
  "new codes": {
    heading: "You have new recovery codes",
    texts: ["Your staff account has new recovery codes. The previous ones no longer work."],
    note: notExpected,
  },
} as const;

export type StaffChange = keyof typeof changes;

export function changeLetter(userName: string, change: StaffChange): Letter {
  const { heading, texts, note } = changes[change];
  return letterOf("en", { heading, preview: "If it was you, you don’t need to do anything." }, [
    ...texts.map((text) => ({ is: "text" as const, text })),
    userNameFact(userName, "en"),
    { is: "note", text: note },
  ]);
}
