import { useState, useSyncExternalStore } from "react";
import type { Filters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { kinds, valuesOf } from "./chosen-values.ts";
import { FacetGroups } from "./facet-groups.tsx";
import styles from "./facets.module.css";

export { ChosenChips } from "./chosen-chips.tsx";
export { PastTheEnd } from "./past-the-end.tsx";
export { SearchHelp } from "./search-help.tsx";

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
  next: Filters;
  isReady: boolean;
  /** How many titles there are, as a sentence. */
  sentence: string;
};

/** Beside the result, where there is room. */
export function FacetColumn({ next, isReady }: FacetsProps) {
  const { t } = useLanguage();
  if (!useIsWide()) return null;
  return (
    <section aria-label={t("Filter results")}>
      <FacetGroups next={next} isReady={isReady} />
    </section>
  );
}

/** On smaller screens: a button, and the same in a dialog, in which every choice applies at once. */
export function FacetSheet({ next, isReady, sentence }: FacetsProps) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const isWide = useIsWide();
  if (isWide) return null;
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
        <FacetGroups next={next} isReady={isReady} />
      </Dialog>
    </>
  );
}
