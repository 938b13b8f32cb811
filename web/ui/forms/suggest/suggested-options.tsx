/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a list of a field that keeps the focus has no tag, and its keys are pressed in the field */
import { type ReactNode, useEffect } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import styles from "./suggested-options.module.css";
import { type Suggesting, useSuggesting } from "./use-suggesting.ts";

type SuggestedOptionsProps<One> = {
  id: string;
  field: HTMLInputElement;
  /** The text that it had when it got the focus: nothing is suggested for it. */
  before: string;
  suggesting: Suggesting<One>;
  keyOf: (one: One) => string;
  children: (one: One) => ReactNode;
};

/** What the text of a field may become, below it. */
export function SuggestedOptions<One>(props: SuggestedOptionsProps<One>) {
  const { id, field, before, suggesting, keyOf, children } = props;
  const { t } = useLanguage();
  const { suggestions, isShown, active, choose, isFresh } = useSuggesting(field, before, suggesting);
  useEffect(() => {
    field.setAttribute("aria-expanded", String(isShown));
    if (active === undefined) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${id}-${active}`);
  }, [field, id, isShown, active]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const n = suggestions.length;
  const heard = isShown && isFresh ? (n === 1 ? t("1 suggestion") : t("{n} suggestions", { n })) : "";
  useEffect(() => {
    if (heard) announce(heard);
  }, [heard]);
  return (
    <div id={id} role="listbox" aria-label={t("Suggestions")} className={styles.list} hidden={!isShown}>
      {suggestions.map((one, place) => (
        <div
          key={keyOf(one)}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          tabIndex={-1}
          className={cx(styles.option, place === active && styles.active)}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {children(one)}
        </div>
      ))}
    </div>
  );
}
