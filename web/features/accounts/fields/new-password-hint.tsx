import { useEffect } from "react";
import { Rich } from "#web/language/rich.tsx";
import type { PlainSentence } from "#web/language/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { passwordStrength, type Strength } from "./password-strength.ts";

const words: Record<Strength, PlainSentence> = {
  "too short": "Too short.",
  weak: "Weak. It’s easy to guess; try a few words in a row.",
  fair: "Fair. Longer is better.",
  good: "Good.",
};

type NewPasswordHintProps = { password: string; least: number; about?: readonly string[] };

export function NewPasswordHint({ password, least, about = [] }: NewPasswordHintProps) {
  const { t } = useLanguage();
  const strength = passwordStrength(password, least, about);
  const said = password && t(words[strength]);
  // as a part of the field's description it is silent, even when it changes
  useEffect(() => announce(said), [said]);
  return (
    <>
      {t("At least {least} characters.", { least })}{" "}
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
}
