import { useLanguage } from "#web/language/use-language.ts";
import { Monitor, Moon, Sun } from "#web/ui/first-icons.tsx";
import { useId, useSyncExternalStore } from "react";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./scheme-switch.module.css";

const choices = [
  { scheme: "system", label: "Auto", Icon: Monitor },
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
] as const;

const onServer = (): Scheme => "system";

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

type Scheme = "system" | "light" | "dark";

const key = "scheme";
const listeners = new Set<() => void>();
let unstored: Scheme | undefined;

function chosenScheme(): Scheme {
  const found = unstored ?? storedChoice(key);
  return found === "light" || found === "dark" ? found : "system";
}

/** Applies and stores a scheme. Before the first paint, public/first.js applies the stored one. */
function chooseScheme(scheme: Scheme): void {
  if (!storeChoice(key, scheme === "system" ? undefined : scheme)) unstored = scheme;
  follow();
}

function onSchemeChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", follow);
  };
}

function follow(): void {
  const scheme = chosenScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  for (const listener of listeners) listener();
}
