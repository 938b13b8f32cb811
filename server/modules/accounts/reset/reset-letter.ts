import type { LanguageCode } from "#contract/site/languages.ts";
import type { Block, Letter } from "#server/platform/mail/letter/letter.ts";

export type ResetLink = { userName: string; token: string };

const english = {
  choose: "Choose a new password",
  preview: (minutes: number) => `The link works once, for ${minutes} minutes.`,
  asked: (userName: string) => `Someone asked for a new password for your user name ${userName}.`,
  askedForSeveral:
    "Someone asked for a new password. Several accounts use this email address. Follow the link for the one you want.",
  newPasswordFor: (userName: string) => `New password for ${userName}`,
  lasts: (minutes: number) => `Each link works once, for ${minutes} minutes. Only the newest link works.`,
  note: "If you didn’t ask for this, do nothing. Your password stays the same. Don’t forward this email.",
};

const spanish: typeof english = {
  choose: "Elegir una contraseña nueva",
  preview: (minutes) => `El enlace funciona una sola vez, durante ${minutes} minutos.`,
  asked: (userName) => `Alguien pidió una contraseña nueva para su nombre de usuario ${userName}.`,
  askedForSeveral:
    "Alguien pidió una contraseña nueva. Varias cuentas usan este correo electrónico: siga el enlace de la que quiere recuperar.",
  newPasswordFor: (userName) => `Contraseña nueva para ${userName}`,
  lasts: (minutes) =>
    `Cada enlace funciona una sola vez, durante ${minutes} minutos. Si pide otro, el anterior deja de funcionar.`,
  note: "¿No lo pidió usted? Entonces no haga nada: su contraseña no cambia. No reenvíe este correo.",
};

type Request = {
  minutes: number;
  language: LanguageCode;
  /** The path that the login after it leads to. */
  next?: string | undefined;
};

export function resetLetter(links: readonly ResetLink[], { minutes, language, next }: Request): Letter {
  const words = { en: english, es: spanish }[language];
  const [only] = links.length === 1 ? links : [];
  return {
    language,
    subject: words.choose,
    preview: words.preview(minutes),
    heading: words.choose,
    blocks: [
      { is: "text", text: only ? words.asked(only.userName) : words.askedForSeveral },
      ...links.flatMap(({ userName, token }): Block[] => [
        ...(only ? [] : [{ is: "heading" as const, text: userName }]),
        {
          is: "button",
          label: only ? words.choose : words.newPasswordFor(userName),
          path: `/user/reset-password/${token}${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}`,
        },
      ]),
      { is: "text", text: words.lasts(minutes) },
      { is: "note", text: words.note },
    ],
  };
}
