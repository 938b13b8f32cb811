import { type ReactNode, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import art from "./cover-patterns.module.css";
import styles from "./cover.module.css";

type CoverProps = {
  tone: "book" | "video" | "audio";
  icon: ReactNode;
  title: string;
  /** The title's language, if it is not the page's. */
  titleLang?: string | undefined;
  smallLine?: string | undefined;
  /** The picture; if it cannot load, the generated cover is shown. */
  src?: string | null | undefined;
  /** As for `<img>`. */
  srcSet?: string | null | undefined;
  sizes?: string | undefined;
  /** Alternative text that adds to the title. */
  alt?: string;
  /** Loads a picture above the fold eagerly. */
  eager?: boolean;
  /** Draws a sheet without the spine of a book. */
  isFlat?: boolean;
  /** One or two words on a band across the cover. */
  ribbon?: string | undefined;
};

/**
 * A cover in a 3:4 frame: the picture, or one generated from the title. Without `alt` it is decorative, because the title
 * is next to it as text.
 */
export function Cover({ eager = false, isFlat = false, ribbon, alt = "", ...image }: CoverProps) {
  const { src, srcSet, sizes } = image;
  const [broken, setBroken] = useState<string>();
  const picture = src && src !== broken ? src : undefined;
  return (
    <div className={cx(styles.frame, !isFlat && styles.bound, ribbon && styles.out)}>
      {picture ? (
        <img
          className={styles.picture}
          // after srcset, a sizes attribute may come too late
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
        <GeneratedCover {...image} />
      )}
      {ribbon && <span className={styles.ribbon}>{ribbon}</span>}
    </div>
  );
}

function GeneratedCover({ tone, icon, title, titleLang, smallLine }: CoverProps) {
  const { layout, pattern, shade, size, lines } = coverVariant(title);
  return (
    <div
      className={cx(styles.cover, styles[tone], styles[`layout${layout}`], styles[`shade${shade}`])}
      aria-hidden="true"
    >
      <div className={cx(styles.art, art[`pattern${pattern}`])} />
      <div className={styles.words}>
        {smallLine && <span className={styles.small}>{smallLine}</span>}
        <span
          className={cx(styles.title, !size && styles.cut)}
          style={size ? { fontSize: `calc(${size} * var(--part))` } : undefined}
          lang={titleLang}
        >
          {lines}
        </span>
      </div>
      <span className={styles.icon}>{icon}</span>
    </div>
  );
}

type Room = readonly [width: number, height: number, maxSize: number];

/** The room for the title in each layout, below a two-line subject, and its maximum size. */
const rooms: readonly [Room, ...Room[]] = [
  [64, 58, 11.5],
  [79, 46, 13.5],
  [69, 60, 13.5],
  [79, 57, 15],
];
const layouts = rooms.length;
const patterns = 8;
const shades = 3;

/**
 * Returns the look of a title's cover: always the same, but different for alphabetical neighbors. Titles that do not fit
 * get the layout with the most room, and no size if they must be cut even there.
 */
export function coverVariant(title: string) {
  let hash = 0x811c9dc5;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // FNV's low bits vary little between similar titles, so this folds in the high ones
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  const lines = title.replace(/\/(?=\p{L}{4})/gu, "/\u200b");
  const fit = (layout: number) => ({ layout, size: fitTitle(lines, ...(rooms[layout] ?? rooms[0])) });
  const own = fit(mixed % layouts);
  return {
    ...(own.size ? own : fit(3)),
    pattern: Math.floor(mixed / layouts) % patterns,
    shade: Math.floor(mixed / (layouts * patterns)) % shades,
    lines,
  };
}

/** Letter widths of the heading font from the space to "~", in fiftieths of an em, encoded from "0" up; tested. */
export const letterWidths =
  ";ADROXW:CCPM?E?ISHPMQNPKPP??KMKL_VUTYRPW\\EKYP_WXTXWOTVUfUSQBICHI=MOKPKENQAAPAaQOPOIIDPM[MMIE?EP";

/** Unbreakable parts: words up to a hyphen or dash, and characters of scripts without spaces. */
const unbroken = /[^\s\u200b–—\u2e80-\uffef-]*[–—\u2e80-\uffef-]|[^\s\u200b–—\u2e80-\uffef-]+/g;

const minSize = 6;
const leading = 1.12;

/**
 * Returns the largest size at which a title fits a box without breaking words, or undefined if that is unreadably small.
 * All in hundredths of the cover's width.
 */
export function fitTitle(title: string, width: number, height: number, maxSize: number): number | undefined {
  const words = (title.match(unbroken) ?? []).map(widthOf);
  for (let tenths = maxSize * 10; tenths >= minSize * 10; tenths -= 4) {
    const size = tenths / 10;
    if (linesOf(words, width / size) * size * leading <= height) return size;
  }
  return undefined;
}

/** Estimates a word's width in em, slightly too wide: accents take no room, and letters missing from the font take a lot. */
function widthOf(word: string): number {
  let width = 0;
  for (const letter of word.normalize("NFD")) {
    const code = letter.charCodeAt(0);
    if (code > 11_903) width += 1.05;
    else if (code < 768 || code > 879) width += (letterWidths.charCodeAt(code - 32) - 48) / 50 - 0.012 || 0.9;
  }
  return width;
}

/** Counts the lines that the words take; infinite if a word is wider than a line. */
function linesOf(words: readonly number[], line: number): number {
  const space = 0.22;
  let lines = 1;
  let used = 0;
  for (const width of words) {
    if (width > line) return Infinity;
    const together = used + width + (used && space);
    if (together > line) lines += 1;
    used = together > line ? width : together;
  }
  return lines;
}
