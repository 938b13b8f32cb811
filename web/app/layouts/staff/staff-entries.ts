import { ClipboardList, LayoutDashboard, Library, Newspaper, User, Users } from "#web/ui/icons.tsx";
import type { MenuEntry } from "../menus.ts";

/** The admin's entries. */
export const adminMenu: MenuEntry[] = [
  { label: "Dashboard", to: "/admin/dashboard", under: ["/admin/dashboard"], icon: LayoutDashboard },
  {
    label: "Inventory",
    to: "/admin/inventorylist",
    under: ["/admin/inventorylist", "/admin/viewitem", "/admin/item"],
    icon: Library,
  },
  { label: "News", to: "/admin/news", under: ["/admin/news", "/admin/editnews"], icon: Newspaper, least: "manager" },
  {
    label: "Orders",
    to: "/admin/orderlist",
    under: ["/admin/orderlist", "/admin/orderdetails", "/admin/editorder", "/admin/callerorder", "/admin/packing"],
    icon: ClipboardList,
  },
  { label: "Borrowers", to: "/admin/borrowers", under: ["/admin/borrowers"], icon: Users, least: "clerk" },
];

/** The entry with the name of who is logged in; the Log Out button follows it. */
export const ownAccount: MenuEntry = {
  label: "Your account",
  to: "/admin/account",
  under: ["/admin/account"],
  icon: User,
};

/** Staff read English only. */
type MoreEntry = Pick<MenuEntry, "to" | "under" | "least"> & { label: string };

/** The staff's other pages, behind "More". */
export const moreMenu: readonly MoreEntry[] = [
  { label: "Returns", to: "/admin/returns", under: ["/admin/returns"] },
  { label: "Hold shelf", to: "/admin/holds", under: ["/admin/holds"] },
  { label: "Days at risk", to: "/admin/at-risk", under: ["/admin/at-risk"] },
  { label: "Inspection", to: "/admin/inspection", under: ["/admin/inspection"], least: "clerk" },
  { label: "Cases", to: "/admin/cases", under: ["/admin/cases", "/admin/caseletter"], least: "clerk" },
  { label: "Labels", to: "/admin/labels", under: ["/admin/labels", "/admin/itemqrcode"], least: "clerk" },
  { label: "Stock-take", to: "/admin/stock-take", under: ["/admin/stock-take"] },
  { label: "Import", to: "/admin/import", under: ["/admin/import"], least: "clerk" },
  { label: "Thesaurus", to: "/admin/thesaurus", under: ["/admin/thesaurus"], least: "clerk" },
  { label: "School calendars", to: "/admin/calendars", under: ["/admin/calendars"], least: "clerk" },
  { label: "Mail", to: "/admin/mail", under: ["/admin/mail"], least: "clerk" },
  { label: "Audit", to: "/admin/audit", under: ["/admin/audit"], least: "clerk" },
  { label: "Site content", to: "/admin/sitecontent", under: ["/admin/sitecontent"], least: "manager" },
  { label: "Staff", to: "/admin/staff", under: ["/admin/staff"], least: "manager" },
  { label: "Settings", to: "/admin/settings", under: ["/admin/settings"], least: "manager" },
  { label: "Security", to: "/admin/security", under: ["/admin/security"], least: "manager" },
  { label: "System", to: "/admin/system", under: ["/admin/system"], least: "manager" },
];
