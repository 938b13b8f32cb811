import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Filters } from "#web/catalog/catalog-queries.ts";
import { storedDates } from "#web/orders/cart/cart-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { useLocation } from "#web/ui/router.tsx";
import type * as parts from "./availability.tsx";
import type { Arrival, DatedPage } from "./arrive.ts";
import styles from "./dates-part.module.css";

let loaded: typeof parts | undefined;
const load = async () => (loaded = await import("./availability.tsx"));

/** Whether the page comes from the server, which knows only the dates in its address. */
const isRendered = () => import.meta.env.SSR || document.querySelector("[data-rendered]") !== null;

/**
 * Loads the code for chosen dates, and what's known about the page's titles on them, so that its first render has both. A
 * page from the server shows the dates in its address, except the cart, which it shows without its titles.
 */
export const datesFirst =
  (kind: DatedPage) =>
  async (client: QueryClient, place: Arrival): Promise<void> => {
    const isKnown = isRendered() && kind !== "cart";
    if (place.url.search.includes("teachFrom") || (!isKnown && !import.meta.env.SSR && storedDates()[0]))
      await (await load()).arrive(client, place, kind, isRendered());
  };

/** Loads the code for teaching dates, at the latest after the page. `datedPart` is undefined until dates are chosen. */
export function useDatesPart() {
  const { search } = useLocation();
  const [part, setPart] = useState(loaded);
  const [teaching, setTeaching] = useState(() => part?.firstDates(search, isRendered()));
  useEffect(() => void load().then(setPart, () => undefined), []);
  useEffect(() => part?.followDates(setTeaching), [part]);
  return { part, datedPart: teaching && part };
}

type DatesButtonProps = {
  /** Titles to show the availability of. */
  lines?: readonly Pick<CartItem, "inventory" | "quantity">[];
  /** Filters of a list that may hide titles out of stock today. */
  filters?: Filters;
  onSearch?: (filters: Filters) => void;
};

/** Shows the chosen dates, and a button to choose them. It doesn't wait for the code, so the page doesn't shift. */
export function DatesButton({ lines = [], ...list }: DatesButtonProps) {
  const { t } = useLanguage();
  const { part, datedPart } = useDatesPart();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.line} data-screen-only>
      <div className={styles.chosen}>
        {datedPart && <datedPart.ChosenDates />}
        {/* has to stay the same button, because the focus returns to it */}
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(datedPart ? "Change dates" : "Need it for specific dates?")}
        </Button>
        {datedPart && <datedPart.NoDates />}
      </div>
      {datedPart && <datedPart.ResultOfDates {...list} />}
      {isOpen && part && <part.DatesDialog {...list} lines={lines} onClose={() => setOpen(false)} />}
    </div>
  );
}
