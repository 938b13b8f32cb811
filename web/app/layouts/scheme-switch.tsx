import { useLanguage } from "#web/language/use-language.ts";
import { Monitor, Moon, Sun } from "#web/ui/icons.tsx";
import { useId, useSyncExternalStore } from "react";
import type { Scheme } from "#web/lib/scheme.ts";
import { chooseScheme, chosenScheme, onSchemeChange } from "#web/lib/scheme.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./scheme-switch.module.css";

const choices = [
  { scheme: "system", label: "Auto", Icon: Monitor },
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
] as const;

const onServer = (): Scheme => "system";

/** Light, dark, or the system's scheme. */
export function SchemeSwitch() {
  const chosen = useSyncExternalStore(onSchemeChange, chosenScheme, onServer);
  const { t } = useLanguage();
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend>
        <VisuallyHidden>{t("Colors")}</VisuallyHidden>
      </legend>
      {choices.map(({ scheme, label, Icon }) => (
        <label key={scheme} className={styles.choice}>
          <input type="radio" name={name} checked={chosen === scheme} onChange={() => chooseScheme(scheme)} />
          <Icon size={15} aria-hidden="true" />
          {t(label)}
        </label>
      ))}
    </fieldset>
  );
}
