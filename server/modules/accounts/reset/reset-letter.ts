import type { Letter } from "#server/platform/mail/letter/letter.ts";

/** One account, and the secret of its link. */
export type ResetLink = { userName: string; token: string };

/** The letter that lets somebody choose a new password: a link for each user name of the mailbox. */
export function resetLetter(links: readonly ResetLink[], minutes: number): Letter {
  const [only] = links.length === 1 ? links : [];
  return {
    subject: "Choose a new password",
    preview: `The link works for ${minutes} minutes, once.`,
    heading: "Choose a new password",
    blocks: [
      {
        is: "text",
        text: only
          ? `Somebody asked for a new password for your user name ${only.userName}.`
          : "Somebody asked for a new password. Several accounts use this email address: follow the link of the one you want back.",
      },
      ...links.flatMap(({ userName, token }) => [
        ...(only ? [] : [{ is: "heading", text: userName } as const]),
        {
          is: "button",
          label: only ? "Choose a new password" : `New password for ${userName}`,
          path: `/user/reset-password/${token}`,
        } as const,
      ]),
      { is: "text", text: `Each link works once, within ${minutes} minutes. A newer one makes it void.` },
      {
        is: "note",
        text: "You did not ask for this? Then do nothing: your password stays as it is. Never pass this mail on.",
      },
    ],
  };
}
