import type { Letter } from "#server/platform/mail/letter/letter.ts";

/** Brings a new colleague the link to set up an account. */
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
