import type { ReactNode } from "react";
import { useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { coverVariant } from "./cover-variant.ts";
import patterns from "./cover-patterns.module.css";
import styles from "./cover.module.css";

type CoverProps = {
  tone: "book" | "video" | "audio";
  /** Shown at the bottom and scaled. */
  icon: ReactNode;
  title: string;
  /** The language of the title, where it is not the page's. */
  titleLang?: string | undefined;
  smallLine?: string | undefined;
  /** A real picture instead; the generated cover returns if it cannot load. */
  src?: string | null | undefined;
  /** The picture's widths and its place's width, as for `<img>`. */
  srcSet?: string | null | undefined;
  sizes?: string | undefined;
  /** Alternative text that adds to the title. */
  alt?: string;
  /** Loads a picture above the fold eagerly. */
  eager?: boolean;
  /** A band of a word or two across the cover. */
  ribbon?: string | undefined;
};

/**
 * A cover in a 3:4 frame as wide as its place: the picture, or one generated from the title. Without `alt` it is
 * decorative: the title is next to it as text.
 */
export function Cover({ eager = false, ribbon, alt = "", ...image }: CoverProps) {
  const { src, srcSet, sizes } = image;
  const [broken, setBroken] = useState<string>();
  const picture = src && src !== broken ? src : undefined;
  return (
    <div className={cx(styles.frame, ribbon && styles.out)}>
      {picture ? (
        <img
          className={styles.picture}
          // a sizes attribute after srcset may fetch a width that is too large
          sizes={sizes}
          srcSet={srcSet ?? undefined}
          src={picture}
          alt={alt}
          width={300}
          height={400}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          onError={() => setBroken(picture)}
        />
      ) : (
        <Drawn {...image} />
      )}
      {ribbon && <span className={styles.ribbon}>{ribbon}</span>}
    </div>
  );
}

function Drawn({ tone, icon, title, titleLang, smallLine }: CoverProps) {
  const { layout, pattern, shade, size, breaks } = coverVariant(title);
  return (
    <div
      className={cx(styles.cover, styles[tone], styles[`layout${layout}`], styles[`shade${shade}`])}
      aria-hidden="true"
    >
      <div className={cx(styles.art, patterns[`pattern${pattern}`])} />
      <div className={styles.words}>
        {smallLine && <span className={styles.small}>{smallLine}</span>}
        <span className={cx(styles.title, styles[size], breaks && styles.broken)} lang={titleLang}>
          {title}
        </span>
      </div>
      <span className={styles.icon}>{icon}</span>
    </div>
  );
}
