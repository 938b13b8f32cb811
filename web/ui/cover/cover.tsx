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

type Room = readonly [width: number, height: number, largest: number];

/** The room for the title in each layout, below a subject of two lines, and the largest type in it. */
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
 * A title always gets the same cover, and alphabetical neighbors get different ones. The longest get the layout with
 * the most room; without a size, even there they have to be cut. `lines` is the title, which may be divided at slashes.
 */
export function coverVariant(title: string) {
  let hash = 0x811c9dc5;
  for (const letter of title) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // FNV's low bits vary little between similar titles; folding in the high ones spreads them
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

/** Widths of the heading font's letters from the space to "~", in fiftieths of an em from "0" on; a test measures them. */
export const letterWidths =
  ";ADROXW:CCPM?E?ISHPMQNPKPP??KMKL_VUTYRPW\\EKYP_WXTXWOTVUfUSQBICHI=MOKPKENQAAPAaQOPOIIDPM[MMIE?EP";

/** Parts of a line: words, up to a hyphen or dash in them; signs of a script without spaces. */
const unbroken = /[^\s\u200b–—\u2e80-\uffef-]*[–—\u2e80-\uffef-]|[^\s\u200b–—\u2e80-\uffef-]+/g;

const smallest = 6;
const leading = 1.12;

/**
 * The largest size for a title in a box of this width and height at which every line ends at a word's end. Undefined
 * if it cannot be read that small. All in hundredths of the cover's width.
 */
export function fitTitle(title: string, width: number, height: number, largest: number): number | undefined {
  const words = (title.match(unbroken) ?? []).map(widthOf);
  for (let tenths = largest * 10; tenths >= smallest * 10; tenths -= 4) {
    const size = tenths / 10;
    if (linesOf(words, width / size) * size * leading <= height) return size;
  }
  return undefined;
}

/** A little more than the truth, in em: accents take no room, and letters that the font lacks take much. */
function widthOf(word: string): number {
  let width = 0;
  for (const letter of word.normalize("NFD")) {
    const code = letter.charCodeAt(0);
    if (code > 11_903) width += 1.05;
    else if (code < 768 || code > 879) width += (letterWidths.charCodeAt(code - 32) - 48) / 50 - 0.012 || 0.9;
  }
  return width;
}

/** How many lines the words take; endlessly many if a word is wider than a line. */
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
