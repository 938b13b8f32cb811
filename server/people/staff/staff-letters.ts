import type { Letter } from "#server/platform/mail/letter/letter.ts";

export function invitationLetter(given: { token: string; invitedBy: string; days: number }): Letter {
  const subject = "Set up your staff account";
  return {
    language: "en",
    subject,
    preview: `The link works once, for ${given.days} days.`,
    heading: subject,
    blocks: [
      { is: "text", text: `${given.invitedBy} invited you to help run the library.` },
      { is: "button", label: "Set up your account", path: `/admin/login/invitation/${given.token}` },
      { is: "text", text: `The link works once, for ${given.days} days. Don’t forward this email.` },
      { is: "note", text: "If you don’t know what this is about, do nothing. The link will expire." },
    ],
  };
}

const note =
  "If this wasn’t you, ask another administrator to disable your account at once, and choose a new password.";

/** Tells a mailbox of staff that the password of the account was changed. Staff's letters are in English. */
export function passwordChangedLetter(userName: string): Letter {
  return changed("Your password was changed", `The password of your staff account ${userName} was changed.`);
}

/** Tells the old mailbox and the new one; neither learns the other's address. */
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
      { is: "text", text: "All other sessions were ended, and reset links no longer work." },
      { is: "note", text: note },
    ],
  };
}

const news = {
  on: {
    subject: "The second step of your login was turned on",
    text: "Logging in to your staff account {name} now also asks for a code from your authenticator app. All other sessions were ended.",
  },
  off: {
    subject: "The second step of your login was turned off",
    text: "Logging in to your staff account {name} no longer asks for a code. The password is enough.",
  },
  "new codes": {
    subject: "You have new recovery codes",
    text: "New recovery codes were made for your staff account {name}. The ones from before no longer work.",
  },
} as const;

export type TwoStepNews = keyof typeof news;

/** Tells a mailbox of staff what happened to the two-step verification. Staff's letters are in English. */
export function twoStepLetter(userName: string, what: TwoStepNews): Letter {
  const { subject, text } = news[what];
  return {
    language: "en",
    subject,
    preview: "If it was you, you don’t need to do anything.",
    heading: subject,
    blocks: [
      { is: "text", text: text.replace("{name}", userName) },
      {
        is: "note",
        text: "If you didn’t expect this, talk to another administrator at once, and choose a new password.",
      },
    ],
  };
}
