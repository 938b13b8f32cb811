import { useLanguage } from "#web/language/use-language.ts";
import { ShoppingCart, X } from "#web/ui/first-icons.tsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { IconButton } from "#web/ui/actions/button.tsx";
import { messagesStay, toasts } from "#web/ui/feedback/toast.ts";
import styles from "./corner-popup.module.css";

export type CornerNews = {
  message: string;
  /** More of it: how many. */
  detail?: string | undefined;
  title: string;
  /** The language of the title, where it is not the page's. */
  titleLang?: string | undefined;
  /** A Cover; shown 72 px wide. */
  picture: ReactNode;
  /** Under the title: a Badge. */
  meta?: ReactNode;
  actions?: ReactNode;
};

/** How long it stays, in milliseconds; under the pointer or with the focus inside, longer. */
export const popupDuration = 8000;

const isUsed = (popup: HTMLElement | null) => popup?.matches(":hover, :focus-within") ?? false;

/**
 * Reports an action at the top right, below the header, and goes by itself, or with a scroll, but not while it is used. The next Tab after what was pressed leads into
 * it. Render it in a live region that is there before.
 */
export function CornerPopup({ news, onClose }: { news: CornerNews; onClose: () => void }) {
  const { t } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const below = () => {
      const edge = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      box.current?.style.setProperty("--edge", `${Math.max(0, edge)}px`);
    };
    below();
    const moves = ["resize", "scroll", "transitionend"]; // the header leaves and returns with a scroll
    for (const move of moves) addEventListener(move, below);
    return () => {
      for (const move of moves) removeEventListener(move, below);
    };
  }, []);
  useEffect(() => toasts.dismiss(), [news.message, news.detail, news.title]); // one voice: a refusal from before would cover it
  useEffect(() => {
    if (messagesStay()) return undefined;
    const look = () => {
      if (isUsed(box.current)) timer = setTimeout(look, popupDuration);
      else onClose();
    };
    let timer = setTimeout(look, popupDuration);
    return () => clearTimeout(timer);
  }, [news.message, news.detail, news.title, onClose]);
  useEffect(() => {
    const leave = () => {
      if (!isUsed(box.current)) onClose();
    };
    addEventListener("scroll", leave, { passive: true });
    return () => removeEventListener("scroll", leave);
  }, [onClose]);
  const opener = useNextInTabOrder(box);
  const close = () => {
    opener.current?.focus();
    onClose();
  };
  return (
    <div ref={box} className={styles.popup} data-screen-only>
      <div className={styles.head}>
        {/* an icon that every page has: the first frame is complete */}
        <ShoppingCart size={20} aria-hidden="true" />
        <div className={styles.message}>
          <p>{news.message}</p>
          {news.detail && <p className={styles.detail}>{news.detail}</p>}
        </div>
        <IconButton
          label={t("Close")}
          size="small"
          className={styles.close}
          icon={<X size={18} aria-hidden="true" />}
          onClick={close}
        />
      </div>
      <div className={styles.body}>
        {news.picture}
        <div className={styles.words}>
          <p className={styles.title} title={news.title} lang={news.titleLang}>
            {news.title}
          </p>
          <div>{news.meta}</div>
        </div>
      </div>
      {news.actions && <div className={styles.actions}>{news.actions}</div>}
    </div>
  );
}

/** Puts a box, wherever it is in the page, behind what had the focus when it appeared, which is returned. */
function useNextInTabOrder(box: { current: HTMLElement | null }) {
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement !== document.body) opener.current = activeElement;
    const tab = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || !opener.current?.isConnected) return;
      const stops = [...(box.current?.querySelectorAll<HTMLElement>("button, a") ?? [])];
      const at = document.activeElement;
      if (at === opener.current && !event.shiftKey) {
        event.preventDefault();
        stops[0]?.focus();
      } else if (at === stops[0] && event.shiftKey) {
        event.preventDefault();
        opener.current.focus();
      } else if (at === stops.at(-1) && !event.shiftKey) opener.current.focus(); // the browser goes on from there
    };
    addEventListener("keydown", tab);
    return () => removeEventListener("keydown", tab);
  }, [box]);
  return opener;
}
