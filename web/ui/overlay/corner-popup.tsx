import { useLanguage } from "#web/language/use-language.ts";
import { ShoppingCart, X } from "#web/ui/first-icons.tsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { IconButton } from "#web/ui/actions/button.tsx";
import styles from "./corner-popup.module.css";
import { messagesStay, toasts } from "#web/ui/feedback/toast.tsx";

type PopupContent = {
  message: string;
  /** More about the message, such as a quantity. */
  detail?: string | undefined;
  title: string;
  /** The title's language, if it is not the page's. */
  titleLang?: string | undefined;
  /** A Cover, shown 72 px wide. */
  picture: ReactNode;
  /** A Badge below the title. */
  meta?: ReactNode;
  actions?: ReactNode;
};

/** How long the popup stays, in ms, or longer while it has the pointer or the focus. */
export const popupDuration = 8000;

const isUsed = (popup: HTMLElement | null) => popup?.matches(":hover, :focus-within") ?? false;

/**
 * Reports an action at the top right. It closes by itself or on scroll, unless it has the pointer or the focus, and comes
 * next in the Tab order. Render it in an existing live region.
 */
export function CornerPopup({ news, onClose }: { news: PopupContent; onClose: () => void }) {
  const { t } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = () => {
      const edge = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      box.current?.style.setProperty("--edge", `${Math.max(0, edge)}px`);
    };
    position();
    const moves = ["resize", "scroll", "transitionend"]; // the header hides and reappears on scroll
    for (const move of moves) addEventListener(move, position);
    return () => {
      for (const move of moves) removeEventListener(move, position);
    };
  }, []);
  useEffect(() => toasts.dismiss(), [news.message, news.detail, news.title]); // an earlier toast would cover the popup
  useEffect(() => {
    if (messagesStay()) return undefined;
    const closeUnlessUsed = () => {
      if (isUsed(box.current)) timer = setTimeout(closeUnlessUsed, popupDuration);
      else onClose();
    };
    let timer = setTimeout(closeUnlessUsed, popupDuration);
    return () => clearTimeout(timer);
  }, [news.message, news.detail, news.title, onClose]);
  useEffect(() => {
    const onScroll = () => {
      if (!isUsed(box.current)) onClose();
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [onClose]);
  const opener = useNextInTabOrder(box);
  const close = () => {
    opener.current?.focus();
    onClose();
  };
  return (
    <div ref={box} className={styles.popup} data-screen-only>
      <div className={styles.head}>
        {/* an icon that is embedded in every page, so that the first frame is complete */}
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

/** Places the box right after the focused element in the Tab order; returns that element. */
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
      } else if (at === stops.at(-1) && !event.shiftKey) opener.current.focus(); // the browser continues from there
    };
    addEventListener("keydown", tab);
    return () => removeEventListener("keydown", tab);
  }, [box]);
  return opener;
}
