import type { Letter } from "#server/platform/mail/letter/letter.ts";

export function invitationLetter(invitation: { token: string; invitedBy: string; days: number }): Letter {
  const subject = "Set up your staff account";
  return {
    language: "en",
    subject,
    preview: `The link works once, for ${invitation.days} days.`,
    heading: subject,
    blocks: [
      { is: "text", text: `${invitation.invitedBy} invited you to help run the library.` },
      { is: "button", label: "Set up your account", path: `/admin/login/invitation/${invitation.token}` },
      { is: "text", text: `The link works once, for ${invitation.days} days. Don’t forward this email.` },
      { is: "note", text: "If you weren’t expecting this, you don’t need to do anything. The link will expire." },
    ],
  };
}

const note = "If this wasn’t you, ask a manager to disable your account right away, then choose a new password.";

/** Staff emails are in English only. */
export function passwordChangedLetter(userName: string): Letter {
  return changed("Your password was changed", `The password of your staff account ${userName} was changed.`);
}

/** Goes to the old and the new address, so it names neither. */
export function emailChangedLetter(userName: string): Letter {
  return changed(
    "Your email address was changed",
    `The email address of your staff account ${userName} was changed. Both addresses get this email.`,
  );
}

function changed(subject: string, text: string): Letter {
  return {
    language: "en",
    subject,
    preview: "If it was you, you don’t need to do anything.",
    heading: subject,
    blocks: [
      { is: "text", text },
      { is: "text", text: "You’ve been logged out everywhere else, and reset links no longer work." },
      { is: "note", text: note },
    ],
  };
}

const changes = {
  on: {
    subject: "Two-step verification is on",
    text: "Logging in to your staff account {name} now also takes a code from your authenticator app. You’ve been logged out everywhere else.",
  },
  off: {
    subject: "Two-step verification is off",
    text: "Logging in to your staff account {name} no longer takes a code, only the password.",
  },
  "new codes": {
    subject: "You have new recovery codes",
    text: "New recovery codes were made for your staff account {name}. The previous ones no longer work.",
  },
} as const;

export type TwoStepChange = keyof typeof changes;

export function twoStepLetter(userName: string, change: TwoStepChange): Letter {
  const { subject, text } = changes[change];
  return {
    language: "en",
    subject,
    preview: "If it was you, you don’t need to do anything.",
    heading: subject,
    blocks: [
      { is: "text", text: text.replace("{name}", userName) },
      {
        is: "note",
        text: "If you weren’t expecting this, talk to a manager right away and choose a new password.",
      },
    ],
  };
}
