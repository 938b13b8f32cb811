import type { ComponentProps, ReactNode } from "react";
import sprite from "./icons.svg";

type IconProps = Omit<ComponentProps<"svg">, "children"> & { size?: number };

/** An icon from a shared sprite. Decorative unless it has a name. */
export type Icon = (props: IconProps) => ReactNode;

/** From `near-icons.svg`, which is embedded in every page for the first paint. */
const near = (name: string) => icon(`#icon-${name}`);

/** From a file that is fetched with its first icon. */
const far = (name: string) => icon(`${sprite}#${name}`);

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

export const ArrowDown = /* @__PURE__ */ far("arrow-down");
export const ArrowDownWideNarrow = /* @__PURE__ */ far("arrow-down-wide-narrow");
export const ArrowLeft = /* @__PURE__ */ near("arrow-left");
export const ArrowRight = /* @__PURE__ */ far("arrow-right");
export const ArrowUp = /* @__PURE__ */ far("arrow-up");
export const Ban = /* @__PURE__ */ far("ban");
export const BookOpen = /* @__PURE__ */ near("book-open");
export const ChevronDown = /* @__PURE__ */ near("chevron-down");
export const ChevronLeft = /* @__PURE__ */ near("chevron-left");
export const ChevronRight = /* @__PURE__ */ near("chevron-right");
export const ChevronsLeft = /* @__PURE__ */ near("chevrons-left");
export const ChevronsRight = /* @__PURE__ */ near("chevrons-right");
export const CircleAlert = /* @__PURE__ */ far("circle-exclamation-point");
export const CircleCheck = /* @__PURE__ */ far("circle-check");
export const CircleHelp = /* @__PURE__ */ far("circle-question-mark");
export const Clapperboard = /* @__PURE__ */ near("clapperboard");
export const ClipboardList = /* @__PURE__ */ far("clipboard-list");
export const Clock = /* @__PURE__ */ far("clock");
export const Download = /* @__PURE__ */ near("download");
export const ExternalLink = /* @__PURE__ */ far("external-link");
export const Eye = /* @__PURE__ */ far("eye");
export const FileSpreadsheet = /* @__PURE__ */ far("file-spreadsheet");
export const FileUp = /* @__PURE__ */ far("file-up");
export const Headphones = /* @__PURE__ */ near("headphones");
export const History = /* @__PURE__ */ far("rotate-ccw-clock");
export const ImagePlus = /* @__PURE__ */ far("image-plus");
export const Inbox = /* @__PURE__ */ far("inbox");
export const Info = /* @__PURE__ */ far("info");
export const Landmark = /* @__PURE__ */ far("landmark");
export const Library = /* @__PURE__ */ far("library");
export const LayoutDashboard = /* @__PURE__ */ far("layout-dashboard");
export const ListChecks = /* @__PURE__ */ far("list-checks");
export const LogOut = /* @__PURE__ */ far("log-out");
export const Menu = /* @__PURE__ */ near("menu");
export const Minus = /* @__PURE__ */ near("minus");
export const Monitor = /* @__PURE__ */ near("monitor");
export const Moon = /* @__PURE__ */ near("moon");
export const Newspaper = /* @__PURE__ */ far("newspaper");
export const PackageCheck = /* @__PURE__ */ far("package-check");
export const PackageOpen = /* @__PURE__ */ far("package-open");
export const Pause = /* @__PURE__ */ near("pause");
export const Pencil = /* @__PURE__ */ far("pencil");
export const Play = /* @__PURE__ */ near("play");
export const Plus = /* @__PURE__ */ near("plus");
export const Printer = /* @__PURE__ */ far("printer");
export const RotateCcw = /* @__PURE__ */ far("rotate-ccw");
export const Save = /* @__PURE__ */ far("save");
export const ScanQrCode = /* @__PURE__ */ far("scan-qr-code");
export const Search = /* @__PURE__ */ near("search");
export const SearchX = /* @__PURE__ */ near("search-x");
export const ShoppingCart = /* @__PURE__ */ near("shopping-cart");
export const Sparkles = /* @__PURE__ */ far("sparkles");
export const Sun = /* @__PURE__ */ near("sun");
export const Trash = /* @__PURE__ */ far("trash");
export const TriangleAlert = /* @__PURE__ */ far("triangle-exclamation-point");
export const Truck = /* @__PURE__ */ far("truck");
export const Undo2 = /* @__PURE__ */ far("undo-2");
export const Unplug = /* @__PURE__ */ far("unplug");
export const User = /* @__PURE__ */ far("user");
export const Users = /* @__PURE__ */ far("users");
export const X = /* @__PURE__ */ near("x");
