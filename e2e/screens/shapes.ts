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

/** The accessibility trees of four screens, by who sees them and their address. */
export const shapes: Readonly<Record<string, string>> = {
  "visitor /user/home": visitor(`
  - heading "Find it, borrow it, teach with it" [level=1]${browse}
  - region "Recent Additions":
    - heading "Recent Additions" [level=2]${aShelf(3)}`),
  "visitor /user/viewitem/1": visitor(
    `
  - link "Our Inventory"
  - heading [level=1]
  - list:
    - listitem
  - paragraph: /in stock/
  - button /^Quantity. one fewer$/ [disabled]
  - spinbutton "Quantity": "1"
  - button /^Quantity. one more$/
  - button "Add to Cart"
  - button "Need it for specific dates?"
  - region "Description":
    - heading "Description" [level=2]
  - term: SKU
  - definition
  - term: Subject
  - definition:
    - link`,
    searching,
  ),
  "borrower /user/cartitems": borrower(
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
    - paragraph: /^Expect it by /
    - paragraph:
      - button "Terms and Responsibilities"
    - button "Proceed"`,
    searching,
  ),
  "admin /admin/editorder/:id": clerk(`
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
