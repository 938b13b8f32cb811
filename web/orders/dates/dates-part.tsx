import { useEffect, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import type { Filters } from "#web/catalog/catalog-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const loadPart = () => import("./availability.tsx");

/** Loads the code for teaching dates after the page. `datedPart` is undefined until dates are chosen. */
export function useDatesPart() {
  const part = useLazy(loadPart);
  const [teaching, setTeaching] = useState<Teaching>();
  useEffect(() => part?.followDates(setTeaching), [part]);
  return { part, datedPart: teaching && part };
}

type DatesButtonProps = {
  /** Filters of a list that may hide titles out of stock today. */
  filters?: Filters;
  onSearch?: (filters: Filters) => void;
  /** Shows chosen dates in their fields. */
  inFields?: boolean;
};

/** Shows the chosen dates, or a button for them. The button doesn't wait for the code, so that nothing moves the page. */
export function DatesButton({ inFields = false, ...list }: DatesButtonProps) {
  const { t } = useLanguage();
  const { part, datedPart } = useDatesPart();
  const [isPressed, setPressed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (inFields && datedPart && !isOpen) setOpen(true);
  const open = () => {
    setPressed(true);
    setOpen(true);
  };
  return (
    <>
      {part && <part.DatesInAddress />}
      {part && (isOpen || datedPart) ? (
        <part.TeachingDates {...list} {...{ isOpen, isPressed, open }} />
      ) : (
        <div data-screen-only>
          <Button size="small" onClick={open}>
            {t("Need it for specific dates?")}
          </Button>
        </div>
      )}
    </>
  );
}
