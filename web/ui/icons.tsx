import { far } from "./first-icons.tsx";

// separate, because visitors never load the icons below
export * from "./first-icons.tsx";

export const ArrowDown = /* @__PURE__ */ far("arrow-down");
export const ArrowLeftRight = /* @__PURE__ */ far("arrow-left-right");
export const ArrowRight = /* @__PURE__ */ far("arrow-right");
export const ArrowUp = /* @__PURE__ */ far("arrow-up");
export const Ban = /* @__PURE__ */ far("ban");
export const CircleHelp = /* @__PURE__ */ far("circle-question-mark");
export const ClipboardList = /* @__PURE__ */ far("clipboard-list");
export const Clock = /* @__PURE__ */ far("clock");
export const ExternalLink = /* @__PURE__ */ far("external-link");
export const Eye = /* @__PURE__ */ far("eye");
export const FileSpreadsheet = /* @__PURE__ */ far("file-spreadsheet");
export const FileUp = /* @__PURE__ */ far("file-up");
export const History = /* @__PURE__ */ far("rotate-ccw-clock");
export const ImagePlus = /* @__PURE__ */ far("image-plus");
export const LayoutDashboard = /* @__PURE__ */ far("layout-dashboard");
export const Library = /* @__PURE__ */ far("library");
export const ListChecks = /* @__PURE__ */ far("list-checks");
export const LogOut = /* @__PURE__ */ far("log-out");
export const Newspaper = /* @__PURE__ */ far("newspaper");
export const PackageCheck = /* @__PURE__ */ far("package-check");
export const PackageOpen = /* @__PURE__ */ far("package-open");
export const Pencil = /* @__PURE__ */ far("pencil");
export const Printer = /* @__PURE__ */ far("printer");
export const Save = /* @__PURE__ */ far("save");
export const ScanQrCode = /* @__PURE__ */ far("scan-qr-code");
export const Trash = /* @__PURE__ */ far("trash");
export const Truck = /* @__PURE__ */ far("truck");
export const Undo2 = /* @__PURE__ */ far("undo-2");
export const User = /* @__PURE__ */ far("user");
export const Users = /* @__PURE__ */ far("users");
