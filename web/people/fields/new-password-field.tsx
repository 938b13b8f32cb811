import { type ComponentProps, useEffect, useRef } from "react";
import { Rich } from "#web/language/rich.tsx";
import type { PlainSentence } from "#web/language/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { PasswordField } from "#web/ui/forms/password-field.tsx";

const words: Record<Strength, PlainSentence> = {
  "too short": "Too short.",
  weak: "Weak. It’s easy to guess; try a few words in a row.",
  fair: "Fair. Longer is better.",
  good: "Good.",
};

/** Without a key for this long, in ms, somebody listens: each key cuts off what is being said. */
const pause = 700;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "about" | "hint" | "value"> & {
  name: string;
  value: string;
  least: number;
  /** What is easily guessed of this person. */
  about?: readonly string[];
};

/** A password that is chosen: with what it needs, and how strong it is. */
export function NewPasswordField({ least, about = [], ...field }: NewPasswordFieldProps) {
  const { t, fill } = useLanguage();
  const { name, value: password } = field;
  const said = password && t(words[passwordStrength(password, least, about)]);
  const heard = useRef("");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (said && said !== heard.current) {
        announce(fill("Strength: <strong>{words}</strong>", { words: said }).replaceAll(/<\/?strong>/g, ""));
      }
      heard.current = said;
    }, pause);
    return () => clearTimeout(timer);
  }, [password, said, fill]);
  const hint = (
    <>
      <span id={`${name}-least`}>{t("At least {least} characters.", { least })}</span>{" "}
      <span style={{ display: "block", minHeight: "1.5em" }}>
        {password === "" ? (
          t("A few words you can remember work best.")
        ) : (
          <Rich
            sentence="Strength: <strong>{words}</strong>"
            values={{ words: said }}
            parts={{ strong: (said) => <strong>{said}</strong> }}
          />
        )}
      </span>
    </>
  );
  // the strength is no part of the description, which would be said with every change of it
  return <PasswordField {...field} autoComplete="new-password" hint={hint} describedBy={`${name}-least`} />;
}

type Strength = "too short" | "weak" | "fair" | "good";

const common = /^(password|passw0rd|letmein|welcome|qwerty|abc123|iloveyou|admin|school|teacher|library)/i;

/** Rates a password by its length, then by repetition and commonness. */
export function passwordStrength(password: string, least: number, words: readonly string[] = []): Strength {
  const length = Array.from(password).length;
  if (length < least) return "too short";
  const lower = password.toLowerCase();
  const named = words.some((word) => word.length > 2 && lower.includes(word.toLowerCase()));
  const distinct = new Set(lower).size;
  if (common.test(password) || named || distinct < 5 || /^\d+$/.test(password)) return "weak";
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return length >= 14 || (length >= 11 && kinds >= 3) ? "good" : "fair";
}
