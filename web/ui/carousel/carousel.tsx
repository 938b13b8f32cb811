import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useState } from "react";
import { IconButton } from "#web/ui/actions/button.tsx";
import { ChevronLeft, ChevronRight, Pause, Play } from "#web/ui/base/icons.tsx";
import { cx } from "#web/ui/base/cx.ts";
import styles from "./carousel.module.css";

/** Milliseconds that a slide is shown while they change by themselves. */
const turn = 8000;

type CarouselProps = {
  /** What the slides are: "Testimonials". Names the region and its buttons. */
  label: string;
  slides: readonly { key: string | number; content: ReactNode }[];
};

/**
 * Slides, one at a time, in a box as high as the highest of them. They change by themselves unless the visitor asked for
 * less motion; a button stops that for good, and a pointer or the focus on them for as long as it is there.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const [shown, setShown] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [resting, setResting] = useState(false);
  const current = Math.min(shown, slides.length - 1);
  const runs = playing && !resting && slides.length > 1;

  // not at once: the server, which may draw this first, knows no such wish
  useEffect(() => setPlaying(matchMedia("(prefers-reduced-motion: no-preference)").matches), []);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setShown((at) => (at + 1) % slides.length), turn);
    return () => clearInterval(timer);
  }, [runs, slides.length]);

  const go = (by: number) => {
    setPlaying(false);
    setShown((current + by + slides.length) % slides.length);
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") go(-1);
    if (key === "ArrowRight") go(1);
  };
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
    >
      <div className={styles.slides} aria-live={runs ? "off" : "polite"}>
        {slides.map(({ key, content }, at) => (
          <div
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${at + 1} of ${slides.length}`}
            className={cx(styles.slide, at === current && styles.shown)}
            inert={at !== current}
          >
            {content}
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={styles.controls} role="group" aria-label={`Controls of ${label}`} onKeyDown={press}>
          <IconButton
            label={playing ? `Pause ${label}` : `Play ${label}`}
            icon={playing ? <Pause size={18} /> : <Play size={18} />}
            onClick={() => setPlaying(!playing)}
          />
          <IconButton label={`Previous of ${label}`} icon={<ChevronLeft size={20} />} onClick={() => go(-1)} />
          <span className={styles.place} aria-hidden="true">
            {current + 1} / {slides.length}
          </span>
          <IconButton label={`Next of ${label}`} icon={<ChevronRight size={20} />} onClick={() => go(1)} />
        </div>
      )}
    </section>
  );
}
