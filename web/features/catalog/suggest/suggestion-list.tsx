/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a list of a field that keeps the focus has no tag, and its keys are pressed in the field */
import { useEffect } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { TitleText } from "#web/language/title-text.tsx";
import type { SuggestedTitle } from "#contract/titles/suggestions.ts";
import { categoryLook } from "#web/features/catalog/category-look.tsx";
import { Search } from "#web/ui/first-icons.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { Cover } from "#web/ui/cover/cover.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./suggestion-list.module.css";
import { useSuggestions } from "./use-suggestions.ts";

type SuggestionListProps = { id: string; field: HTMLInputElement; before: string };

/** What the text of a search box may become, below it. `before` is the text that it had when it got the focus. */
export function SuggestionList({ id, field, before }: SuggestionListProps) {
  const { t } = useLanguage();
  const { suggestions, isShown, active, choose, isFresh } = useSuggestions(field, before);
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
      {suggestions.map((suggestion, place) => (
        <div
          key={suggestion.to}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          tabIndex={-1}
          className={cx(styles.option, place === active && styles.active)}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          {"title" in suggestion ? (
            <Title title={suggestion.title} />
          ) : (
            <Subject subjectName={suggestion.subjectName} />
          )}
        </div>
      ))}
    </div>
  );
}

function Subject({ subjectName }: { subjectName: string }) {
  const { t, called } = useLanguage();
  return (
    <>
      <span className={styles.sign}>
        <Search size={20} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{called(subjectName)}</span>
        <span className={styles.detail}>{t("Subject")}</span>
      </span>
    </>
  );
}

function Title({ title }: { title: SuggestedTitle }) {
  const { say, called } = useLanguage();
  const { tone, icon: Icon } = categoryLook(title.category.categoryId);
  return (
    <>
      <span className={styles.cover}>
        <Cover
          tone={tone}
          icon={<Icon />}
          title={title.title}
          src={title.attachmentUrl}
          srcSet={title.attachmentSrcset}
          sizes="2.25rem"
          eager
        />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <TitleText of={title} />
        </span>
        <span className={styles.detail}>
          {say(title.category.categoryName)}, {called(title.subjectName)}
        </span>
      </span>
    </>
  );
}
