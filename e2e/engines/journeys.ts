import { administrator } from "#e2e/library.ts";
import { type Actor, button, label, link, role, text, within } from "./actor.ts";
import { aPhoto, aSheet } from "#e2e/steps/files.ts";

/** Goes from a search on the home page to an order; returns its number. */
export async function visitorOrders(actor: Actor, userName: string, words: string, title: string): Promise<string> {
  await actor.opens("/user/home", /.*/);
  await actor.fills(role("combobox", "Search the inventory"), words);
  await actor.enters();
  await actor.isAt(/\/user\/inventories\//);
  // home shows the title among its suggestions until the results are there
  await actor.arrives("Our Inventory");
  await actor.presses(link(title));
  await actor.arrives(title);
  await actor.presses(button("Quantity: one more"));
  await actor.presses(button("Add to Cart"));
  await actor.sees(text("Item successfully added to your cart."));

  await actor.opens("/user/register", "Create an account");
  for (const [name, value] of Object.entries({
    Username: userName,
    Password: "apples and pears",
    "Verify password": "apples and pears",
    "Full name": "Dolores Huerta-Lindqvist",
    "Email address": "dolores@school.example",
    "Phone number": "(559) 555-0142",
    "School name": "Kings River Union Elementary School",
    "School district": "Kings River Union",
    Street: "3961 Avenue 400",
    City: "Kingsburg",
    State: "CA",
    Zip: "93631",
  }))
    await actor.fills(label(name), value);
  await actor.presses(button("Register"));
  await actor.arrives("Log in");
  await logsIn(actor, userName);
  await actor.opens("/user/cartitems", /.*/);
  await actor.presses(button("Proceed"));
  await actor.arrives("Thank you for your order!");
  const [orderId = ""] = await actor.isAt(/\/user\/confirmation\/(\d+)$/);
  return orderId;
}

/** Logs in; ends on the account page. */
export async function borrowerEnters(actor: Actor, userName: string): Promise<void> {
  await actor.opens("/user/login", "Log in");
  await logsIn(actor, userName);
}

async function logsIn(actor: Actor, userName: string): Promise<void> {
  await actor.fills(label("Username"), userName);
  await actor.fills(label("Password"), "apples and pears");
  await actor.enters();
  await actor.arrives(/^Welcome back Dolores Huerta.*!$/);
}

/** Goes from the account to the current order, and reports that it was sent back. */
export async function borrowerSendsBack(actor: Actor, userName: string, orderId: string): Promise<void> {
  await borrowerEnters(actor, userName);
  await actor.sees(text("On loan or on the way"));
  await actor.presses(link(`Order #${orderId}`));
  await actor.arrives(`Order #${orderId}`);
  await actor.presses(button("I sent it back"));
  await actor.sees(role("dialog", "When did you send it back?"));
  await actor.arrives(`Order #${orderId}`);
  await actor.fills(label(/^Tracking number/), "9400111899223197428490");
  await actor.presses(button("Tell the library"));
  await actor.sees(text("You told us it’s on its way back"));
  await actor.arrives(`Order #${orderId}`);
}

export async function clerkEnters(actor: Actor): Promise<void> {
  await actor.opens("/admin/login", /log ?in/i);
  await actor.fills(label(/^User ?name/i), administrator.userName);
  await actor.fills(label(/^Password/), administrator.password);
  await actor.enters();
  await actor.isAt(/\/admin\/dashboard/);
  await actor.arrives(/.*/);
}

/** Checks out and ships an order of two copies. */
export async function clerkShips(actor: Actor, orderId: string): Promise<void> {
  await clerkEnters(actor);
  await actor.presses(link(/^New Orders/));
  await actor.arrives(/.*/);
  await actor.presses(link(`Order #${orderId}`));
  await actor.arrives(`Order #${orderId}`);
  await actor.presses(link("Edit"));
  await actor.arrives(`Edit order #${orderId}`);
  await actor.presses(button(/^Check-out 2 copies/));
  await actor.sees(text("2 of 2 checked out"));
  await actor.presses(role("radio", "Shipped"));
  await actor.fills(label(/^Tracking number/), "9400111899223197428490");
  await actor.presses(button("Save"));
  await actor.isAt(/\/admin\/orderlist/);
  await actor.arrives(/.*/);
}

export async function clerkTakesBack(actor: Actor, orderId: string): Promise<void> {
  await clerkEnters(actor);
  await actor.opens(`/admin/orderdetails/${orderId}`, `Order #${orderId}`);
  await actor.sees(text("The borrower says it’s on its way back"));
  await actor.opens(`/admin/editorder/${orderId}`, `Edit order #${orderId}`);
  await actor.presses(role("radio", "Returned"));
  await actor.presses(button("Save"));
  await actor.presses(within(role("alertdialog", /.*/), button("They’re all here")));
  await actor.isAt(/\/admin\/orderlist/);
}

/** Adds a title with a picture and three copies. */
export async function clerkAddsTitle(actor: Actor, title: string, sku: string): Promise<void> {
  await clerkEnters(actor);
  await actor.opens("/admin/inventorylist", "Inventory");
  await actor.presses(link("Add New"));
  await actor.arrives("Add item");
  await actor.fills(role("textbox", /^Title/), title);
  await actor.fills(role("textbox", /^SKU number/), sku);
  await actor.fills(role("textbox", /^Description/), "Twenty seconds, with soap.");
  await actor.presses(role("radio", "Book"));
  await actor.chooses(label(/^Subject/), "Personal Health and Wellness");
  await actor.presses(role("checkbox", "All grades"));
  await actor.attaches(label("Choose a picture"), await aPhoto());
  await actor.fills(label(/^Alternative text/), "Two hands under a tap");
  await actor.fills(label("Number of copies"), "3");
  await actor.presses(button("Add copies"));
  await actor.arrives("Edit item");
  await actor.presses(link("View"));
  await actor.arrives(title);
  await actor.sees(role("img", "Two hands under a tap"));
  await actor.sees(role("row", new RegExp(`#${sku} copy 3`)));
}

/** Publishes news with a picture and reads it as a visitor. */
export async function clerkWritesNews(actor: Actor, title: string): Promise<void> {
  await actor.opens("/admin/news", "News");
  await actor.presses(link("Add New"));
  await actor.arrives("Add news");
  await actor.fills(role("textbox", "Title"), title);
  await actor.fills(role("textbox", "Content"), "We are open **Mondays**.");
  await actor.attaches(label("Choose a picture"), await aPhoto(1600, 900));
  await actor.fills(label(/^Alternative text(?! in)/), "The front door in the sun");
  await actor.presses(button("Save"));
  await actor.arrives("Edit news");
  await actor.presses(link("View"));
  await actor.arrives(title);
  await actor.sees(role("img", "The front door in the sun"));
}

/** Imports a spreadsheet with one title. */
export async function clerkImports(actor: Actor, title: string, sku: string): Promise<void> {
  await actor.opens("/admin/import", "Import and export");
  await actor.attaches(
    within(role("region", "Import titles"), label(/^Choose a(nother)? file/)),
    aSheet(`${sku}.csv`, [
      ["Title", "SKU Number", "Description", "Category", "Subject", "Grades"],
      [title, sku, "About it.", "Book", "Safety", "All"],
    ]),
  );
  await actor.arrives(`${sku}.csv`);
  await actor.presses(button("Check the file"));
  await actor.sees(role("heading", "Check results"));
  await actor.presses(button(/^Save /));
  await actor.presses(within(role("alertdialog", /.*/), button(/^Save/)));
  await actor.sees(role("heading", "The import is saved"));
  await actor.arrives(/.*/);
}

/** Changes a text of the site and reads it as a visitor. */
export async function clerkChangesSite(actor: Actor, quote: string): Promise<void> {
  await actor.opens("/admin/sitecontent/testimonials", /.*/);
  await actor.fills(within(role("group", "Testimonial 1"), label("Quote")), quote);
  await actor.presses(button("Save"));
  // not in the history, because another engine may have saved before
  await actor.sees(text("Saved. Visitors can see it now."));
  await actor.opens("/home", /.*/);
  await actor.sees(text(quote));
}
