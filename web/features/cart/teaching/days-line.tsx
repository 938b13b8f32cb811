import { useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { daysInWords } from "./days-in-words.ts";
import styles from "./on-days.module.css";
import { useTeaching } from "./teaching.ts";
import { Following, TeachingForm } from "./teaching-form.tsx";
import { useDaysInAddress } from "./use-days-in-address.ts";

type DaysLineProps<Filters> = {
  /** Of the list that it is for: those that leave out what is out of stock today can be changed. */
  filters?: Filters;
  onSearch?: (filters: Filters) => void;
  /** Chosen days are shown in their fields. */
  inFields?: boolean;
};

/** Asks for the days of teaching, or says for which days the stock is shown. */
export function DaysLine<Filters extends { inStockOnly: boolean; page: number }>(props: DaysLineProps<Filters>) {
  const { filters, onSearch, inFields = false } = props;
  const { t, code } = useLanguage();
  const { teaching, keep } = useTeaching();
  useDaysInAddress();
  const onShowAll = filters?.inStockOnly ? () => onSearch?.({ ...filters, inStockOnly: false, page: 1 }) : undefined;
  const [isPressed, setPressed] = useState(false);
  const [isOpen, setOpen] = useState(inFields && teaching !== undefined);
  const open = () => {
    setPressed(true);
    setOpen(true);
  };
  if (!isOpen && !teaching)
    return (
      <div data-screen-only>
        <Button size="small" onClick={open}>
          {t("Need it on certain days?")}
        </Button>
      </div>
    );
  return (
    <div className={styles.line} data-screen-only>
      {isOpen ? (
        <TeachingForm
          teaching={teaching}
          isFresh={isPressed}
          onTeaching={(days) => {
            if (days && !teaching) onShowAll?.();
            keep(days);
          }}
        />
      ) : (
        teaching && (
          <div className={styles.said}>
            <p>
              <strong>{t("For your days: {days}", { days: daysInWords(teaching, code) })}</strong>
            </p>
            <Button size="small" onClick={open}>
              {t("Change days")}
            </Button>
            <Button
              size="small"
              onClick={() => {
                keep(undefined);
                announce(t("Showing what is in stock today."));
              }}
            >
              {t("Any day")}
            </Button>
            <p className={styles.hint}>
              <Following teaching={teaching} />
            </p>
          </div>
        )
      )}
      {teaching && onShowAll && (
        <p className={styles.hint}>
          {t("Only titles in stock today are listed.")}{" "}
          <Button size="small" onClick={onShowAll}>
            {t("List all titles")}
          </Button>
        </p>
      )}
    </div>
  );
}
