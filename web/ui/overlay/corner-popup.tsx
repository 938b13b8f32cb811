import { useLanguage } from "#web/language/use-language.ts";
import { CircleCheck, X } from "#web/ui/icons.tsx";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./corner-popup.module.css";

export type CornerNews = {
  message: string;
  title: string;
  /** The language of the title, where it is not the page's. */
  titleLang?: string | undefined;
  /** A Cover; shown 72 px wide. */
  picture: ReactNode;
  /** Under the title: a Badge. */
  meta?: ReactNode;
  actions?: ReactNode;
};

type CornerPopupProps = { news: CornerNews | undefined; onClose: () => void };

/** A fixed area at the top right that reports an action. Always rendered, so that it is announced. */
export function CornerPopup({ news, onClose }: CornerPopupProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.area} aria-live="polite" data-screen-only>
      {news && (
        <div className={styles.popup}>
          <div className={styles.head}>
            <CircleCheck size={20} aria-hidden="true" />
            <p className={styles.message}>{news.message}</p>
            <IconButton
              label={t("Close")}
              size="small"
              className={cx(styles.close)}
              icon={<X size={18} aria-hidden="true" />}
              onClick={onClose}
            />
          </div>
          <div className={styles.body}>
            {news.picture}
            <div className={styles.words}>
              <p className={styles.title} title={news.title} lang={news.titleLang}>
                {news.title}
              </p>
              {news.meta}
            </div>
          </div>
          {news.actions && <div className={styles.actions}>{news.actions}</div>}
        </div>
      )}
    </div>
  );
}
