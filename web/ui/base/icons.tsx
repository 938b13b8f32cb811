import type { ComponentProps, ReactNode } from "react";
import sprite from "./icons.svg";

type IconProps = Omit<ComponentProps<"svg">, "children"> & { size?: number };

/** An icon: a drawing out of the one file that holds them all. Decoration, unless it is given a name. */
export type Icon = (props: IconProps) => ReactNode;

function icon(name: string): Icon {
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
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const ArrowDown = /* @__PURE__ */ icon("arrow-down");
export const ArrowDownWideNarrow = /* @__PURE__ */ icon("arrow-down-wide-narrow");
export const ArrowLeft = /* @__PURE__ */ icon("arrow-left");
export const ArrowRight = /* @__PURE__ */ icon("arrow-right");
export const ArrowUp = /* @__PURE__ */ icon("arrow-up");
export const Ban = /* @__PURE__ */ icon("ban");
export const BookOpen = /* @__PURE__ */ icon("book-open");
export const ChevronDown = /* @__PURE__ */ icon("chevron-down");
export const ChevronLeft = /* @__PURE__ */ icon("chevron-left");
export const ChevronRight = /* @__PURE__ */ icon("chevron-right");
export const ChevronsLeft = /* @__PURE__ */ icon("chevrons-left");
export const ChevronsRight = /* @__PURE__ */ icon("chevrons-right");
export const CircleAlert = /* @__PURE__ */ icon("circle-exclamation-point");
export const CircleCheck = /* @__PURE__ */ icon("circle-check");
export const CircleHelp = /* @__PURE__ */ icon("circle-question-mark");
export const Clapperboard = /* @__PURE__ */ icon("clapperboard");
export const ClipboardList = /* @__PURE__ */ icon("clipboard-list");
export const Clock = /* @__PURE__ */ icon("clock");
export const Download = /* @__PURE__ */ icon("download");
export const ExternalLink = /* @__PURE__ */ icon("external-link");
export const Eye = /* @__PURE__ */ icon("eye");
export const FileSpreadsheet = /* @__PURE__ */ icon("file-spreadsheet");
export const FileUp = /* @__PURE__ */ icon("file-up");
export const Headphones = /* @__PURE__ */ icon("headphones");
export const History = /* @__PURE__ */ icon("rotate-ccw-clock");
export const ImagePlus = /* @__PURE__ */ icon("image-plus");
export const Inbox = /* @__PURE__ */ icon("inbox");
export const Info = /* @__PURE__ */ icon("info");
export const Landmark = /* @__PURE__ */ icon("landmark");
export const Library = /* @__PURE__ */ icon("library");
export const LayoutDashboard = /* @__PURE__ */ icon("layout-dashboard");
export const ListChecks = /* @__PURE__ */ icon("list-checks");
export const LogOut = /* @__PURE__ */ icon("log-out");
export const Menu = /* @__PURE__ */ icon("menu");
export const Minus = /* @__PURE__ */ icon("minus");
export const Monitor = /* @__PURE__ */ icon("monitor");
export const Moon = /* @__PURE__ */ icon("moon");
export const Newspaper = /* @__PURE__ */ icon("newspaper");
export const PackageCheck = /* @__PURE__ */ icon("package-check");
export const PackageOpen = /* @__PURE__ */ icon("package-open");
export const Pause = /* @__PURE__ */ icon("pause");
export const Pencil = /* @__PURE__ */ icon("pencil");
export const Play = /* @__PURE__ */ icon("play");
export const Plus = /* @__PURE__ */ icon("plus");
export const Printer = /* @__PURE__ */ icon("printer");
export const RotateCcw = /* @__PURE__ */ icon("rotate-ccw");
export const Save = /* @__PURE__ */ icon("save");
export const ScanQrCode = /* @__PURE__ */ icon("scan-qr-code");
export const Search = /* @__PURE__ */ icon("search");
export const SearchX = /* @__PURE__ */ icon("search-x");
export const ShoppingCart = /* @__PURE__ */ icon("shopping-cart");
export const Sparkles = /* @__PURE__ */ icon("sparkles");
export const Sun = /* @__PURE__ */ icon("sun");
export const Trash = /* @__PURE__ */ icon("trash");
export const TriangleAlert = /* @__PURE__ */ icon("triangle-exclamation-point");
export const Truck = /* @__PURE__ */ icon("truck");
export const Undo2 = /* @__PURE__ */ icon("undo-2");
export const Unplug = /* @__PURE__ */ icon("unplug");
export const X = /* @__PURE__ */ icon("x");
