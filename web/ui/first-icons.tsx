import type { ComponentProps, ReactNode } from "react";
import sprite from "./icons.svg";

type IconProps = Omit<ComponentProps<"svg">, "children"> & { size?: number };

/** An icon from a shared sprite; decorative unless it has a name. */
export type Icon = (props: IconProps) => ReactNode;

/** Returns an icon from `near-icons.svg`, which is embedded in every page for the first paint. */
const near = (name: string) => icon(`#icon-${name}`);

/** Returns an icon from a file that is fetched when first used. */
export const far = (name: string) => icon(`${sprite}#${name}`);

function icon(href: string): Icon {
  return ({ size = 24, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <use href={href} />
    </svg>
  );
}

/* These are in every visitor's first script. */

export const ArrowLeft = /* @__PURE__ */ near("arrow-left");
export const BookOpen = /* @__PURE__ */ near("book-open");
export const ChevronDown = /* @__PURE__ */ near("chevron-down");
export const ChevronLeft = /* @__PURE__ */ near("chevron-left");
export const ChevronRight = /* @__PURE__ */ near("chevron-right");
export const ChevronsLeft = /* @__PURE__ */ near("chevrons-left");
export const ChevronsRight = /* @__PURE__ */ near("chevrons-right");
export const CircleAlert = /* @__PURE__ */ far("circle-exclamation-point");
export const CircleCheck = /* @__PURE__ */ far("circle-check");
export const Clapperboard = /* @__PURE__ */ near("clapperboard");
export const Download = /* @__PURE__ */ near("download");
export const Headphones = /* @__PURE__ */ near("headphones");
export const Inbox = /* @__PURE__ */ far("inbox");
export const Info = /* @__PURE__ */ far("info");
export const Landmark = /* @__PURE__ */ far("landmark");
export const Menu = /* @__PURE__ */ near("menu");
export const Minus = /* @__PURE__ */ near("minus");
export const Monitor = /* @__PURE__ */ near("monitor");
export const Moon = /* @__PURE__ */ near("moon");
export const Pause = /* @__PURE__ */ near("pause");
export const Play = /* @__PURE__ */ near("play");
export const Plus = /* @__PURE__ */ near("plus");
export const RotateCcw = /* @__PURE__ */ far("rotate-ccw");
export const Search = /* @__PURE__ */ near("search");
export const SearchX = /* @__PURE__ */ near("search-x");
export const ShoppingCart = /* @__PURE__ */ near("shopping-cart");
export const Sheet = /* @__PURE__ */ near("sheet");
export const Sun = /* @__PURE__ */ near("sun");
export const TriangleAlert = /* @__PURE__ */ far("triangle-exclamation-point");
export const Unplug = /* @__PURE__ */ far("unplug");
export const X = /* @__PURE__ */ near("x");
