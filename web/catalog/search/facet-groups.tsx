import type { Facet, FacetKind } from "#contract/catalog/facets.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addressOfFilters, type Filters } from "#web/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { labels, sizes, toggled, valuesOf } from "./chosen-values.ts";
import styles from "./facets.module.css";
import { facetsQuery } from "./facets-query.ts";

/** `isReady`: the result is there, which comes first. */
/** What the titles can be narrowed by, with the number of titles that each value would give. */
export function FacetGroups({ next, isReady }: { next: Filters; isReady: boolean }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [unfolded, setUnfolded] = useState<readonly FacetKind[]>([]);
  const query = useQuery({
    ...facetsQuery(next, unfolded.length > 0 ? sizes.most : sizes.few),
    enabled: isReady,
  });
  if (!query.data)
    return query.isError ? (
      <div className={styles.failed}>
        <p>{t("The filters couldn’t load.")}</p>
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("Try again")}
        </Button>
      </div>
    ) : (
      <SkeletonLines lines={12} />
    );
  return (
    <div className={styles.groups} aria-busy={query.isPlaceholderData || undefined}>
      {query.data.facets.map((facet) => (
        <Group
          key={facet.kind}
          facet={facet}
          chosen={valuesOf(next, facet.kind)}
          isUnfolded={unfolded.includes(facet.kind)}
          onFold={() =>
            setUnfolded((before) =>
              before.includes(facet.kind) ? before.filter((each) => each !== facet.kind) : [...before, facet.kind],
            )
          }
          onToggle={(value) => void navigate(addressOfFilters(toggled(next, facet.kind, value)))}
        />
      ))}
    </div>
  );
}

type GroupProps = {
  facet: Facet;
  /** As the address has it, at once: the counts come later. */
  chosen: readonly string[];
  isUnfolded: boolean;
  onFold: () => void;
  onToggle: (value: string) => void;
};

function Group({ facet: { kind, values, more }, chosen, isUnfolded, onFold, onToggle }: GroupProps) {
  const { t, say, called, number } = useLanguage();
  const named = (name: string) => (kind === "subjects" || kind === "grades" ? called(name) : say(name));
  const isLong = kind !== "formats" && kind !== "grades"; // those are few
  const shown = isLong && !isUnfolded ? values.filter(({ isChosen }, at) => isChosen || at < sizes.few) : values;
  const rest = values.length - shown.length + more;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(labels[kind])}</legend>
      {shown.map(({ value, name, titles }) => (
        <label key={value} className={styles.choice}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          <span className={styles.name}>{(name && named(name)) || t("No longer offered")}</span>{" "}
          <span className={styles.titles}>({number(titles)})</span>
        </label>
      ))}
      {isLong && (rest > 0 || isUnfolded) && (
        <p className={styles.rest}>
          <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onFold}>
            {isUnfolded ? t("Show fewer") : t("Show {n} more", { n: number(Math.min(rest, sizes.most - sizes.few)) })}
            <VisuallyHidden> {t(labels[kind])}</VisuallyHidden>
          </button>
          {isUnfolded && more > 0 && values.length >= sizes.most && (
            <span>{t("{n} more are not listed.", { n: number(more) })}</span>
          )}
        </p>
      )}
    </fieldset>
  );
}
