import { useLanguage } from "#web/language/use-language.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "./actions/button.tsx";
import { ChevronLeft, ChevronRight, Pause, Play } from "./first-icons.tsx";
import { cx } from "./cx.ts";
import styles from "./carousel.module.css";

const slideMs = 8000;

type CarouselProps = {
  /** Names the region and its buttons, such as "Testimonials". */
  label: string;
  slides: readonly { key: string | number; content: ReactNode }[];
};

/**
 * Shows slides one at a time, in a box as tall as the tallest. They advance automatically unless the visitor prefers
 * reduced motion; a button stops that for good, and hover and focus pause it.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useLanguage();
  const [position, setPosition] = useState(0);
  const mayMove = useSyncExternalStore(onMotionChange, mayMoveNow, () => false);
  const [choice, setPlaying] = useState<boolean>();
  const playing = choice ?? mayMove;
  const box = useRef<HTMLElement>(null);
  const isVisited = useVisited(box);
  const current = Math.min(position, slides.length - 1);
  const runs = playing && !isVisited && slides.length > 1;

  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setPosition((at) => (at + 1) % slides.length), slideMs);
    return () => clearInterval(timer);
  }, [runs, slides.length]);

  const go = (by: number) => {
    setPlaying(false);
    setPosition((current + by + slides.length) % slides.length);
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") go(-1);
    if (key === "ArrowRight") go(1);
  };
  return (
    <section ref={box} className={styles.carousel} aria-roledescription={t("carousel")} aria-label={label}>
      <div className={styles.slides} aria-live={runs ? "off" : "polite"}>
        {slides.map(({ key, content }, at) => (
          <article
            key={key}
            aria-roledescription={t("slide")}
            aria-label={t("{at} of {n}", { at: at + 1, n: slides.length })}
            className={cx(styles.slide, at === current && styles.shown)}
            inert={at !== current}
          >
            {content}
          </article>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.controls}>
          <IconButton
            onKeyDown={press}
            label={t(playing ? "Pause {label}" : "Play {label}", { label })}
            icon={playing ? <Pause size={18} /> : <Play size={18} />}
            onClick={() => setPlaying(!playing)}
          />
          <IconButton
            label={t("Previous {label}", { label })}
            icon={<ChevronLeft size={20} />}
            onKeyDown={press}
            onClick={() => go(-1)}
          />
          <span className={styles.place} aria-hidden="true">
            {current + 1} / {slides.length}
          </span>
          <IconButton
            label={t("Next {label}", { label })}
            icon={<ChevronRight size={20} />}
            onKeyDown={press}
            onClick={() => go(1)}
          />
        </div>
      )}
    </section>
  );
}

/** Returns whether the box is hovered or focused. */
function useVisited(box: { current: HTMLElement | null }): boolean {
  const [visited, setVisited] = useState(false);
  useEffect(() => {
    const element = box.current;
    const enter = () => setVisited(true);
    const leave = () => setVisited(element?.matches(":hover, :focus-within") ?? false);
    for (const event of ["pointerenter", "focusin"]) element?.addEventListener(event, enter);
    for (const event of ["pointerleave", "focusout"]) element?.addEventListener(event, leave);
    return () => {
      for (const event of ["pointerenter", "focusin"]) element?.removeEventListener(event, enter);
      for (const event of ["pointerleave", "focusout"]) element?.removeEventListener(event, leave);
    };
  }, [box]);
  return visited;
}

const motion = "(prefers-reduced-motion: no-preference)";
const mayMoveNow = () => matchMedia(motion).matches;

function onMotionChange(notify: () => void): () => void {
  const query = matchMedia(motion);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}
