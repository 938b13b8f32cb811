import { type ComponentProps, useEffect, useRef } from "react";
import { Rich } from "#web/language/rich.tsx";
import type { PlainSentence } from "#web/language/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { announce } from "#web/ui/accessibility.tsx";
import { PasswordField } from "#web/ui/forms/text-fields.tsx";

const words: Record<Strength, PlainSentence> = {
  "too short": "Too short.",
  weak: "Weak. It’s easy to guess; try a few words in a row.",
  fair: "Fair. Longer is better.",
  good: "Good.",
};

/** How long to wait after a key before announcing, because each key interrupts a screen reader. */
const pauseMs = 700;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "about" | "hint" | "value"> & {
  name: string;
  value: string;
  minLength: number;
  /** Names of this person, which are easy to guess. */
  about?: readonly string[];
};

/** Asks for a new password, and rates its strength. */
export function NewPasswordField({ minLength, about = [], ...field }: NewPasswordFieldProps) {
  const { t, fill } = useLanguage();
  const { name, value: password } = field;
  const rating = password && t(words[passwordStrength(password, minLength, about)]);
  const announcedRating = useRef("");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (rating && rating !== announcedRating.current) {
        announce(fill("Strength: <strong>{words}</strong>", { words: rating }).replaceAll(/<\/?strong>/g, ""));
      }
      announcedRating.current = rating;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [password, rating, fill]);
  const hint = (
    <>
      <span id={`${name}-rule`}>{t("Use at least {least} characters.", { least: minLength })}</span>{" "}
      <span style={{ display: "block", minHeight: "1.5em" }}>
        {password === "" ? (
          t("A few words you can remember work best.")
        ) : (
          <Rich
            sentence="Strength: <strong>{words}</strong>"
            values={{ words: rating }}
            parts={{ strong: (words) => <strong>{words}</strong> }}
          />
        )}
      </span>
    </>
  );
  // the description leaves out the strength, or a screen reader would read it after every key
  return <PasswordField {...field} autoComplete="new-password" hint={hint} describedBy={`${name}-rule`} />;
}

type Strength = "too short" | "weak" | "fair" | "good";

const common = /^(password|passw0rd|letmein|welcome|qwerty|abc123|iloveyou|admin|school|teacher|library)/i;

/** Rates a password by its length, then by repetition and commonness. */
export function passwordStrength(password: string, minLength: number, names: readonly string[] = []): Strength {
  const length = Array.from(password).length;
  if (length < minLength) return "too short";
  const lower = password.toLowerCase();
  const hasName = names.some((name) => name.length > 2 && lower.includes(name.toLowerCase()));
  const distinct = new Set(lower).size;
  if (common.test(password) || hasName || distinct < 5 || /^\d+$/.test(password)) return "weak";
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return length >= 14 || (length >= 11 && kinds >= 3) ? "good" : "fair";
}
