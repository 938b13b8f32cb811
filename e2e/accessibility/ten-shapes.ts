import type { ScreenName } from "./ten-screens.ts";

/** Required parts of the accessibility tree, in order; changing titles and numbers are left open. */
const skip = `
- link "Skip to main content"`;

const visitorsHeader = `
- banner:
  - link "Health Education Lending Library"
  - navigation "Main":
    - list:
      - listitem:
        - link "Home"
      - listitem:
        - link "Inventory"
      - listitem:
        - link "Cart (0)"
      - listitem:
        - link "Resources"
      - listitem:
        - link "News"
      - listitem:
        - list:
          - listitem:
            - link "Log In"
          - listitem:
            - link "Register"
      - listitem:
        - link "Español"`;

const borrowersHeader = `
- banner:
  - navigation "Main":
    - list:
      - listitem:
        - link "Cart (1)"
      - listitem:
        - list:
          - listitem:
            - link "Account"
          - listitem:
            - button "Log Out"`;

const clerksHeader = `
- banner:
  - navigation "Main":
    - list:
      - listitem:
        - link "Dashboard"
      - listitem:
        - link "Inventory"
      - listitem:
        - link "News"
      - listitem:
        - link "Orders"
      - listitem:
        - button "Log Out"`;

const footer = `
- contentinfo:
  - paragraph:
    - link /555/
    - link /@/
  - link "Accessibility"
  - group "Colors":
    - radio "Auto" [checked]
    - radio "Light"
    - radio "Dark"`;

const aShelf = (level: number) => `
    - list:
      - listitem:
        - article:
          - heading [level=${level}]:
            - link
          - button /^Add to cart. .+/`;

const searching = `
  - search:
    - combobox "Search the inventory"
    - button "Search"`;

const browse = `${searching}
  - region "Browse by type":
    - list:
      - listitem:
        - link /^Books /
      - listitem:
        - link /^Videos /
      - listitem:
        - link /^Audios /`;

const visitor = (main: string, inHeader = "") => `${skip}${visitorsHeader}${inHeader}\n- main:${main}${footer}`;
const borrower = (main: string, inHeader = "") => `${skip}${borrowersHeader}${inHeader}\n- main:${main}${footer}`;
const clerk = (main: string) => `${skip}${clerksHeader}\n- main:${main}${footer}`;

/** The accessibility trees of the ten main screens. */
export const shapes: Record<ScreenName, string> = {
  home: visitor(`
  - heading [level=1]${browse}
  - region "The California Healthy Youth Act":
    - heading "The California Healthy Youth Act" [level=2]
    - list "Documents to download":
      - listitem:
        - link /PDF/
  - heading "What teachers say" [level=2]
  - region "testimonials":
    - article "1 of 3":
      - figure:
        - blockquote
    - button "Play testimonials"
    - button "Previous testimonials"
    - button "Next testimonials"
  - region "Our mission":
    - heading "Our mission" [level=2]
  - region "Latest news":
    - heading "Latest news" [level=2]
    - list:
      - listitem:
        - heading [level=3]:
          - link
    - paragraph:
      - link "All news"`),
  "user home": visitor(`
  - heading "Find it, borrow it, teach with it" [level=1]${browse}
  - region "Recent Additions":
    - heading "Recent Additions" [level=2]${aShelf(3)}`),
  inventories: visitor(`
  - heading "Our Inventory" [level=1]
  - search "Inventory":
    - combobox "Search text"
    - button "Search"
    - combobox "Category":
      - option "All" [selected]
    - combobox "Subject":
      - option "All" [selected]
    - combobox "Grade":
      - option "All grades" [selected]
    - checkbox "Only show in stock" [checked]
  - button "Need it on certain days?"
  - paragraph:
    - text: /\\d items in stock/
    - link /out of stock/${aShelf(2).replaceAll("\n  ", "\n")}
  - navigation "Pages of results":
    - status: /^Showing 1 - 18 of \\d+ results$/
    - list:
      - listitem:
        - link "Page 1"
      - listitem:
        - link "Next page"
      - listitem:
        - link "Last page"`),
  "view item": visitor(
    `
  - link "Our Inventory"
  - heading [level=1]
  - paragraph: /in stock/
  - button /^Quantity. one fewer$/ [disabled]
  - spinbutton "Quantity": "1"
  - button /^Quantity. one more$/
  - button "Add to Cart"
  - button "Need it on certain days?"
  - button "Which days is it free?"
  - term: SKU
  - definition
  - term: Subject
  - definition:
    - link
  - region "Description":
    - heading "Description" [level=2]`,
    searching,
  ),
  login: visitor(`
  - heading "Log in" [level=1]
  - textbox "Username"
  - textbox "Password"
  - button "Show password"
  - button "Log In"
  - paragraph:
    - link "Reset password"
  - paragraph:
    - link "Create an account"`),
  cart: borrower(
    `
  - heading "Your cart" [level=1]
  - list:
    - listitem:
      - heading [level=2]:
        - link
      - button /^Quantity of .+ one fewer$/
      - spinbutton /^Quantity of .+/: "1"
      - button /^Quantity of .+ one more$/
      - button /^Remove .+/
  - region "Checkout":
    - heading "Checkout" [level=2]
    - status: Total items 1
    - heading "Ship to" [level=3]
    - paragraph:
      - link "Change it in your account"
    - paragraph:
      - button "Terms and Responsibilities"
    - button "Proceed"`,
    searching,
  ),
  "orders of a borrower": borrower(`
  - link "Back to your account"
  - heading "Your orders" [level=1]
  - region "Active Orders":
    - heading "Active Orders" [level=2]
    - list:
      - listitem:
        - article:
          - heading /Order .\\d+/ [level=3]:
            - link
          - text: New
          - term: Ordered
          - definition:
            - time
  - region "Previous Orders":
    - heading "Previous Orders" [level=2]
    - paragraph: No orders to display.`),
  dashboard: clerk(`
  - heading "Dashboard" [level=1]
  - link "Mail"
  - link "Site content"
  - link "Audit"
  - heading "New Orders" [level=2]:
    - link "New Orders"
  - paragraph:
    - link "Show only new orders"
  - region "Borrowers":
    - heading "Borrowers" [level=2]
    - button "Download Borrowers CSV"
  - heading "Recently Added Items" [level=2]
  - link "Add New"
  - table "Recently added items":
    - rowgroup:
      - row:
        - columnheader "Title"
        - columnheader "SKU"
        - columnheader "Category"
        - columnheader "Subject"
        - columnheader "In stock"
    - rowgroup:
      - row:
        - rowheader:
          - link
        - cell
        - cell /Book|Video|Audio/`),
  orders: clerk(`
  - heading "Orders" [level=1]
  - search "Orders":
    - combobox "Status":
      - option "All" [selected]
    - group "Start date":
      - textbox "Start date"
    - group "End date":
      - textbox "End date"
    - button "Sort"
  - table "Orders, newest first":
    - rowgroup:
      - row "Choose Order Ordered For Titles Items Status Due Edit"
    - rowgroup:
      - row:
        - cell:
          - checkbox /^Choose order .\\d+/
        - rowheader /Order .\\d+/:
          - link
        - cell:
          - time
        - cell "New"
        - cell:
          - link /^Edit order .\\d+/`),
  "edit order": clerk(`
  - link "Back to Orders"
  - heading /Edit order .\\d+/ [level=1]
  - region "Items (1)":
    - heading "Items (1)" [level=2]
    - button "Scan copies"
    - list:
      - listitem:
        - link
        - button /^Check-out 1 copy of /
        - button /^Choose a copy of /
  - region "Status and shipping":
    - heading "Status and shipping" [level=2]
    - form "Status and shipping":
      - group "Status":
        - radio "New" [checked]
        - radio "Processing"
        - radio "Shipped"
        - radio "Returned"
      - textbox "Tracking number (optional)"
      - group "Ship date":
        - textbox "Ship date (optional)"
      - group "Return date":
        - textbox "Return date (optional)"
      - textbox "Note (optional)"
      - button "Save"
  - region "Ship to":
    - heading "Ship to" [level=2]
    - term: Address
    - definition`),
};
