import type { Letter } from "#server/platform/mail/letter/letter.ts";

/**
 * The letter that asks whoever signed up for the mailing list to confirm it: nobody is put on it by somebody else. Both
 * are paths of our own site, "/signup/…".
 */
export function optInLetter({ confirmPath, leavePath }: { confirmPath: string; leavePath: string }): Letter {
  return {
    subject: "Please confirm your sign-up",
    preview: "One click, and you hear from us.",
    heading: "Please confirm your sign-up",
    blocks: [
      { is: "text", text: "This address was entered to hear news from the library. Please confirm that it was you." },
      { is: "button", label: "Confirm", path: confirmPath },
      { is: "note", text: "It was not you? Then do nothing: without the click nothing more is sent to you." },
      { is: "text", text: "Do you want to be sure, or have you changed your mind? Here you can take the address off:" },
      { is: "button", label: "Take me off the list", path: leavePath },
    ],
  };
}

/** The letter to whoever signs up and is on the list already. */
export function onTheListLetter({ leavePath }: { leavePath: string }): Letter {
  return {
    subject: "You are on our mailing list",
    preview: "Nothing more is needed.",
    heading: "You are on our mailing list",
    blocks: [
      { is: "text", text: "This address was entered to hear news from the library. It is on the list already." },
      { is: "text", text: "Have you changed your mind? Here you can take it off:" },
      { is: "button", label: "Take me off the list", path: leavePath },
    ],
  };
}
