import type { Letter } from "#server/platform/mail/letter/letter.ts";

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

export type SecondStepNews = keyof typeof news;

/** Tells a mailbox of staff what happened to the two-step verification. Staff's letters are in English. */
export function secondStepLetter(userName: string, what: SecondStepNews): Letter {
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
