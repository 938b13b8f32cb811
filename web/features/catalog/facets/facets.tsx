import { useState, useSyncExternalStore } from "react";
import type { Found } from "#web/features/catalog/catalog-queries.ts";
import type { Filters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ChosenChips } from "./chosen-chips.tsx";
import { kinds, valuesOf } from "./chosen-values.ts";
import { FacetGroups } from "./facet-groups.tsx";
import styles from "./facets.module.css";
import { hasChosen } from "./has-chosen.ts";
import { PastTheEnd } from "./past-the-end.tsx";
import { SearchHelp } from "./search-help.tsx";

/** As wide as the column of search-results.module.css needs. */
const wide = "(min-width: 69.25rem)";

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(wide).matches,
  );
}

type FacetsProps = {
  /** The search of the result on screen, and the one that is asked for. */
  of: Filters;
  next: Filters;
  busy: boolean;
  found: Found;
  /** How many titles there are, also as a sentence. */
  total: number;
  sentence: string;
};

/** Beside the result, where there is room. */
export function FacetColumn({ next, busy }: FacetsProps) {
  const { t } = useLanguage();
  if (!useIsWide()) return null;
  return (
    <section aria-label={t("Filter results")} className={styles.column} data-screen-only>
      <ChosenChips next={next} />
      <FacetGroups next={next} isReady={!busy} />
    </section>
  );
}

/** On smaller screens: a button, and the same in a dialog, in which every choice applies at once. */
export function FacetSheet({ next, busy, total, sentence }: FacetsProps) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const isWide = useIsWide();
  if (isWide || (total === 0 && !hasChosen(next))) return null;
  const n = kinds.reduce((sum, kind) => sum + valuesOf(next, kind).length, 0);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {n > 0 ? t("Filter results ({n})", { n }) : t("Filter results")}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Filter results")}
        actions={
          <>
            <output className={styles.total}>{sentence}</output>
            <Button look="primary" onClick={() => setOpen(false)}>
              {t("Show results")}
            </Button>
          </>
        }
      >
        <FacetGroups next={next} isReady={!busy} />
      </Dialog>
    </>
  );
}

/** What was chosen, where there is no column, and what helps where there is nothing to see. */
export function BelowCount({ found, of, next, busy, total }: FacetsProps) {
  const isWide = useIsWide();
  return (
    <>
      {!isWide && <ChosenChips next={next} />}
      {total === 0 && !busy && <SearchHelp filters={of} outOfStock={of.inStockOnly ? found.outOfStockTotal : 0} />}
      {total > 0 && found.searchInStockResults.length + found.searchOutOfStockResults.length === 0 && (
        <PastTheEnd next={next} />
      )}
    </>
  );
}
