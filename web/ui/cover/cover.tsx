import { type ReactNode, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import art from "./cover-patterns.module.css";
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
      <div className={cx(styles.art, art[`pattern${pattern}`])} />
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

type CoverVariant = {
  layout: number;
  pattern: number;
  shade: number;
  size: "s" | "m" | "l";
  /** A word may be wider than the cover. Only then is it hyphenated: layout takes a fifth less time without. */
  breaks: boolean;
};

const layouts = 4;
const patterns = 8;
const shades = 3;

/** A title always gets the same cover, and alphabetical neighbors get different ones. */
export function coverVariant(title: string): CoverVariant {
  let hash = 0x811c9dc5;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // FNV's low bits vary little between similar titles; folding in the high ones spreads them
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  return {
    layout: mixed % layouts,
    pattern: Math.floor(mixed / layouts) % patterns,
    shade: Math.floor(mixed / (layouts * patterns)) % shades,
    size: sizeOf(title),
    breaks: longestWord(title) > 14,
  };
}

function sizeOf(title: string): "s" | "m" | "l" {
  const longest = longestWord(title);
  if (title.length <= 26 && longest <= 8) return "l";
  return title.length <= 60 && longest <= 11 ? "m" : "s";
}

function longestWord(title: string): number {
  return Math.max(...title.split(/[\s-]+/).map((word) => word.length));
}
