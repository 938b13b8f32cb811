import type { Strength } from "./password-strength.ts";
import { passwordStrength } from "./password-strength.ts";

const words: Record<Strength, string> = {
  "too short": "Too short so far.",
  weak: "Weak: easy to guess. A few words in a row are harder.",
  fair: "Fair. Longer is better.",
  good: "Good.",
};

type NewPasswordHintProps = { password: string; least: number; about?: readonly string[] };

/** What makes a password good, told while it is typed. */
export function NewPasswordHint({ password, least, about = [] }: NewPasswordHintProps) {
  const strength = passwordStrength(password, least, about);
  return (
    <>
      At least {least} characters; a few words you remember are best.
      <span aria-live="polite" style={{ display: "block", minHeight: "1.5em" }}>
        {password && (
          <>
            Strength: <strong>{words[strength]}</strong>
          </>
        )}
      </span>
    </>
  );
}
